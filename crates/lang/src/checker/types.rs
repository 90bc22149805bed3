//! Finding types: what is known of each so far, and making two of them one.

use domain::{Sort, Type, Vocabulary};

/// A type as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Truth,
    Number,
    Side,
    /// An item of this sort.
    Item(SortOf),
    /// A set of items of this sort.
    Set(SortOf),
    Plan,
    /// Not known yet.
    Unknown(u32),
}

/// A sort as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SortOf {
    Known(Sort),
    Unknown(u32),
}

impl From<Type> for Ty {
    fn from(ty: Type) -> Ty {
        match ty {
            Type::Truth => Ty::Truth,
            Type::Number => Ty::Number,
            Type::Side => Ty::Side,
            Type::Item(sort) => Ty::Item(SortOf::Known(sort)),
            Type::Set(sort) => Ty::Set(SortOf::Known(sort)),
            Type::Plan => Ty::Plan,
        }
    }
}

/// What has been found out about the unknown types and sorts of one statement.
#[derive(Default)]
pub(super) struct Types {
    types: Vec<Option<Ty>>,
    sorts: Vec<Option<SortOf>>,
}

impl Types {
    /// A type about which nothing is known.
    pub(super) fn unknown(&mut self) -> Ty {
        self.types.push(None);
        Ty::Unknown(self.types.len() as u32 - 1)
    }

    /// A sort about which nothing is known.
    pub(super) fn unknown_sort(&mut self) -> SortOf {
        self.sorts.push(None);
        SortOf::Unknown(self.sorts.len() as u32 - 1)
    }

    /// The most that is known of a type.
    pub(super) fn find(&self, mut ty: Ty) -> Ty {
        while let Ty::Unknown(idx) = ty {
            match self.types[idx as usize] {
                Some(found) => ty = found,
                None => return ty,
            }
        }
        match ty {
            Ty::Item(sort) => Ty::Item(self.find_sort(sort)),
            Ty::Set(sort) => Ty::Set(self.find_sort(sort)),
            Ty::Truth | Ty::Number | Ty::Side | Ty::Plan | Ty::Unknown(_) => ty,
        }
    }

    /// The most that is known of a sort.
    pub(super) fn find_sort(&self, mut sort: SortOf) -> SortOf {
        while let SortOf::Unknown(idx) = sort {
            // A sort that an earlier statement left unknown does not belong to this one.
            match self.sorts.get(idx as usize).copied().flatten() {
                Some(found) => sort = found,
                None => return sort,
            }
        }
        sort
    }

    /// Unifies two types, if they can be unified. Of two unknown ones the older stays, so that chains stay short.
    pub(super) fn unify(&mut self, a: Ty, b: Ty) -> bool {
        match (self.find(a), self.find(b)) {
            (Ty::Unknown(a), Ty::Unknown(b)) => {
                if a != b {
                    self.types[a.max(b) as usize] = Some(Ty::Unknown(a.min(b)));
                }
                true
            }
            (Ty::Unknown(idx), ty) | (ty, Ty::Unknown(idx)) => {
                self.types[idx as usize] = Some(ty);
                true
            }
            (Ty::Item(a), Ty::Item(b)) | (Ty::Set(a), Ty::Set(b)) => self.unify_sorts(a, b),
            (a @ (Ty::Truth | Ty::Number | Ty::Side | Ty::Item(_) | Ty::Set(_) | Ty::Plan), b) => {
                a == b
            }
        }
    }

    fn unify_sorts(&mut self, a: SortOf, b: SortOf) -> bool {
        match (self.find_sort(a), self.find_sort(b)) {
            (SortOf::Known(a), SortOf::Known(b)) => a == b,
            (SortOf::Unknown(a), SortOf::Unknown(b)) => {
                if a != b {
                    self.know_sort(a.max(b), SortOf::Unknown(a.min(b)));
                }
                true
            }
            (SortOf::Unknown(idx), sort) | (sort, SortOf::Unknown(idx)) => {
                self.know_sort(idx, sort);
                true
            }
        }
    }

    fn know_sort(&mut self, idx: u32, sort: SortOf) {
        if let Some(known) = self.sorts.get_mut(idx as usize) {
            *known = Some(sort);
        }
    }

    /// The type, if it is wholly known.
    pub(super) fn known(&self, ty: Ty) -> Option<Type> {
        match self.find(ty) {
            Ty::Truth => Some(Type::Truth),
            Ty::Number => Some(Type::Number),
            Ty::Side => Some(Type::Side),
            Ty::Plan => Some(Type::Plan),
            Ty::Item(SortOf::Known(sort)) => Some(Type::Item(sort)),
            Ty::Set(SortOf::Known(sort)) => Some(Type::Set(sort)),
            Ty::Item(SortOf::Unknown(_)) | Ty::Set(SortOf::Unknown(_)) | Ty::Unknown(_) => None,
        }
    }

    /// The type in words.
    pub(super) fn name(&self, ty: Ty, vocabulary: &Vocabulary) -> String {
        match (self.known(ty), self.find(ty)) {
            (Some(ty), _) => vocabulary.type_name(ty),
            (None, Ty::Set(_)) => "a set".into(),
            (None, Ty::Item(_)) => match vocabulary.sorts.first() {
                Some(sort) => format!("a single item, such as a {}", sort.singular),
                None => "a single item".into(),
            },
            (None, Ty::Unknown(_) | Ty::Truth | Ty::Number | Ty::Side | Ty::Plan) => {
                "anything".into()
            }
        }
    }
}
