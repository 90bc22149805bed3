//! Which positions have a move into a set: the one step from which everything about sets is made.

use chess::ROLES;
use domain::{Side, Symmetries};
use shakmaty::{Bitboard, Move, Role, Square, attacks};

use super::images::Images;
use super::{EndingSets, PositionSet, Region, SetStep, Terrain};
use crate::material::{MAX_OTHERS, Material};
use crate::parallel;

/// The moves that count: those of some kinds of men, perhaps only captures, perhaps none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovesOf {
    /// A bit for each kind of man, by shakmaty's number.
    roles: u8,
    pub(super) quiet: bool,
    pub(super) captures: bool,
}

impl MovesOf {
    /// All legal moves.
    pub const ANY: MovesOf = MovesOf {
        roles: u8::MAX,
        quiet: true,
        captures: true,
    };

    /// The moves of one kind of man, by its place in [`ROLES`].
    pub fn man(man: usize) -> MovesOf {
        MovesOf {
            roles: 1 << ROLES[man] as u8,
            ..MovesOf::ANY
        }
    }

    /// Only the captures among them, or only the others.
    #[must_use]
    pub fn capturing(self, captures: bool) -> MovesOf {
        MovesOf {
            quiet: self.quiet && !captures,
            captures: self.captures && captures,
            ..self
        }
    }

    /// The kind of man, if only moves of one count.
    pub fn only_role(self) -> Option<Role> {
        let mut roles = ROLES.into_iter().filter(|role| self.has(*role));
        let role = roles.next()?;
        roles.next().is_none().then_some(role)
    }

    /// Does a move count?
    pub fn permits(self, m: Move) -> bool {
        self.has(m.role())
            && if m.is_capture() {
                self.captures
            } else {
                self.quiet
            }
    }

    /// Does a move count that captures nothing?
    pub(super) fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Does a capture count?
    pub(super) fn is_capture(self) -> bool {
        self.captures
    }

    pub(super) fn has(self, role: Role) -> bool {
        self.roles >> role as u8 & 1 == 1
    }
}

/// With the kings.
pub(super) const MAX_MEN: usize = MAX_OTHERS + 2;

/// The men of an ending by the fields of a number, the lowest first, and where captures and promotions lead.
pub(crate) struct FieldMen {
    pub(super) fields: Vec<(Side, Role)>,
    /// The ending after the man in a field is captured; none for kings.
    pub(super) without: Vec<Option<usize>>,
    pub(super) promotions: Vec<Promotion>,
}

/// A pawn becomes another man, and perhaps captures.
pub(super) struct Promotion {
    pub(super) pawn: usize,
    pub(super) captured: Option<usize>,
    pub(super) ending: usize,
    /// The field in the new ending of each man that is still there.
    pub(super) to: [Option<usize>; MAX_MEN],
}

impl FieldMen {
    /// The men of a material; `place` tells where an ending stands in the terrain.
    pub(crate) fn new(material: Material, place: &dyn Fn(Material) -> Option<usize>) -> FieldMen {
        let fields = fields(material);
        let n_others = fields.len() - 2;
        let without = (0..fields.len())
            .map(|field| {
                let mut others = fields[..n_others].to_vec();
                (field < n_others).then(|| others.remove(field))?;
                place(of_men(&others))
            })
            .collect();
        let mut promotions = Vec::new();
        for (pawn, (side, role)) in fields.iter().enumerate() {
            if *role != Role::Pawn {
                continue;
            }
            let victims = (0..n_others).filter(|field| fields[*field].0 != *side);
            for captured in std::iter::once(None).chain(victims.map(Some)) {
                for new in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    promotions.extend(promotion(&fields, pawn, new, captured, place));
                }
            }
        }
        FieldMen {
            fields,
            without,
            promotions,
        }
    }

    /// Whose men they are, and which, the lowest field first.
    pub(super) fn fields(&self) -> &[(Side, Role)] {
        &self.fields
    }

    /// The ending after the man in a field is captured; none for kings.
    pub(super) fn without(&self, field: usize) -> Option<usize> {
        self.without[field]
    }

    /// The endings into which captures and promotions lead; some may come twice.
    pub(crate) fn followers(&self) -> impl Iterator<Item = usize> {
        let captures = self.without.iter().copied().flatten();
        captures.chain(self.promotions.iter().map(|promotion| promotion.ending))
    }
}

/// The men of a material by field: the others, their king, our king.
fn fields(material: Material) -> Vec<(Side, Role)> {
    let kings = [(Side::Them, Role::King), (Side::Us, Role::King)];
    material.others().chain(kings).collect()
}

fn of_men(others: &[(Side, Role)]) -> Material {
    let of = |side| -> Vec<Role> {
        let men = others.iter().filter(|(of, _)| *of == side);
        men.map(|(_, role)| *role).collect()
    };
    Material::new(&of(Side::Us), &of(Side::Them)).expect("fewer men than before, or as many")
}

fn promotion(
    before: &[(Side, Role)],
    pawn: usize,
    new: Role,
    captured: Option<usize>,
    place: &dyn Fn(Material) -> Option<usize>,
) -> Option<Promotion> {
    let n_others = before.len() - 2;
    let man = |field: usize| match field == pawn {
        true => (before[field].0, new),
        false => before[field],
    };
    let staying = (0..before.len()).filter(|field| Some(*field) != captured);
    let others = staying.clone().filter(|field| *field < n_others);
    let others: Vec<_> = others.map(man).collect();
    let material = of_men(&others);
    let mut free = fields(material).into_iter().map(Some).collect::<Vec<_>>();
    let mut to = [None; MAX_MEN];
    for field in staying {
        let at = free.iter().position(|other| *other == Some(man(field)))?;
        free[at] = None;
        to[field] = Some(at);
    }
    Some(Promotion {
        pawn,
        captured,
        ending: place(material)?,
        to,
    })
}

impl Terrain {
    /// The positions of an ending with `mover` to move that have such a move into the region, whose positions have the
    /// other side to move.
    pub fn before(
        &self,
        ending: usize,
        mover: Side,
        moves: MovesOf,
        targets: &Region,
    ) -> PositionSet {
        let (step, kept) = self.step_back(ending, mover, moves, targets);
        let images = Images::new(&self.index(ending), kept);
        let n_words = step.legal.len();
        let n_parcels = n_words.div_ceil(PARCEL_WORDS);
        let words = parallel::map((0..n_parcels).collect(), |parcel: usize| {
            let from = parcel * PARCEL_WORDS;
            let to = (from + PARCEL_WORDS).min(n_words);
            let words = (from..to).map(|at| match images.is_looked_at(at) {
                true => step.word(at),
                false => 0,
            });
            words.collect::<Vec<u64>>()
        });
        let mut words = words.concat();
        images.complete(&mut words);
        PositionSet::from_words(words, kept)
    }

    /// The same, where it is known for other targets: only words are looked at from which a move leads to what has changed.
    pub(super) fn before_again(
        &self,
        ending: usize,
        mover: Side,
        moves: MovesOf,
        targets: &Region,
        earlier: &SetStep,
    ) -> PositionSet {
        let (step, kept) = self.step_back(ending, mover, moves, targets);
        let Some(concerned) = step.origins_of_few(ending, Some(&earlier.targets)) else {
            return self.before(ending, mover, moves, targets);
        };
        let mut words = earlier.origins.set(ending).words().to_vec();
        let images = Images::new(&self.index(ending), kept);
        let concerned = concerned.iter().enumerate();
        let concerned = concerned.filter(|(_, word)| **word != 0).map(|(at, _)| at);
        let (looked_at, copied): (Vec<usize>, Vec<usize>) =
            concerned.partition(|at| images.is_looked_at(*at));
        let parcels = looked_at.chunks(PARCEL_WORDS).collect();
        let found = parallel::map(parcels, |parcel: &[usize]| {
            parcel.iter().map(|at| step.word(*at)).collect::<Vec<u64>>()
        });
        for (at, word) in looked_at.iter().zip(found.into_iter().flatten()) {
            words[*at] = word;
        }
        for at in copied {
            images.complete_word(&mut words, at);
        }
        PositionSet::from_words(words, kept)
    }

    /// The same, where the targets may be few: then moves are taken back from each.
    pub(super) fn before_few(
        &self,
        ending: usize,
        mover: Side,
        moves: MovesOf,
        targets: &Region,
    ) -> PositionSet {
        let (step, kept) = self.step_back(ending, mover, moves, targets);
        match step.origins_of_few(ending, None) {
            Some(words) => PositionSet::from_words(words, kept),
            None => self.before(ending, mover, moves, targets),
        }
    }

    /// The same for one word after the other.
    pub(crate) fn words_before<'t>(
        &'t self,
        ending: usize,
        mover: Side,
        moves: MovesOf,
        targets: &'t Region,
    ) -> impl Fn(usize) -> u64 + 't {
        let (step, _) = self.step_back(ending, mover, moves, targets);
        move |at| step.word(at)
    }

    /// The step back in one ending, and the symmetries that what it finds keeps.
    fn step_back<'t>(
        &'t self,
        ending: usize,
        mover: Side,
        moves: MovesOf,
        targets: &'t Region,
    ) -> (StepBack<'t>, Symmetries) {
        let EndingSets { legal, men, .. } = &self.endings[ending];
        // The rules and kinds of moves treat all images alike, so what is kept is what the targets keep.
        let into = men.followers().chain([ending]);
        let kept = into.fold(legal[mover].kept, |kept, into| {
            kept.and(targets.set(into).kept)
        });
        let step = StepBack {
            men,
            legal: legal[mover].words(),
            same: targets.set(ending).words(),
            targets,
            mover,
            moves,
        };
        (step, kept)
    }
}

/// A thread looks at this many words at a time.
const PARCEL_WORDS: usize = 1 << 12;

/// One step back for all positions of an ending.
pub(super) struct StepBack<'t> {
    pub(super) men: &'t FieldMen,
    pub(super) legal: &'t [u64],
    /// The targets with the same men.
    pub(super) same: &'t [u64],
    pub(super) targets: &'t Region,
    pub(super) mover: Side,
    pub(super) moves: MovesOf,
}

/// Where the men of a word stand, but for the lowest.
pub(super) struct MenAbove {
    pub(super) at: usize,
    pub(super) squares: [Square; MAX_MEN],
    pub(super) occupied: Bitboard,
}

impl MenAbove {
    pub(super) fn new(men: &FieldMen, at: usize) -> MenAbove {
        let mut squares = [Square::A1; MAX_MEN];
        let mut occupied = Bitboard::EMPTY;
        let upper = squares[1..men.fields.len()].iter_mut();
        for (square, idx) in upper.zip(0..) {
            *square = Square::new((at >> (6 * idx) & 63) as u32);
            occupied.add(*square);
        }
        MenAbove {
            at,
            squares,
            occupied,
        }
    }

    /// The word where the man in a field above the lowest stands elsewhere.
    pub(super) fn word_with(&self, field: usize, square: Square) -> usize {
        let shift = 6 * (field - 1);
        self.at & !(63 << shift) | square.to_usize() << shift
    }
}

impl StepBack<'_> {
    /// The positions of one word that have a move into the targets.
    fn word(&self, at: usize) -> u64 {
        let legal = self.legal[at];
        if legal == 0 {
            return 0;
        }
        let standing = MenAbove::new(self.men, at);
        let mut found = 0;
        for (field, (side, role)) in self.men.fields.iter().enumerate() {
            if *side != self.mover || !self.moves.has(*role) {
                continue;
            }
            found |= match field {
                0 => self.lowest(*role, &standing),
                _ => self.other(field, *role, &standing),
            };
            if *role == Role::Pawn {
                found |= self.promotions(field, legal & !found, &standing);
            }
        }
        found & legal
    }

    /// The squares from which the lowest man has a move into the targets.
    fn lowest(&self, role: Role, standing: &MenAbove) -> u64 {
        let MenAbove {
            at,
            squares,
            occupied,
        } = standing;
        let mut found = 0;
        if self.moves.quiet {
            let targets = Bitboard(self.same[*at]);
            found |= self.before_moves(role, targets, !*occupied).0;
        }
        if self.moves.captures {
            for (field, square) in self.upper(squares) {
                if let Some(ending) = self.captured(field) {
                    // The captured man's field goes, and the lowest man stands on its square.
                    let number = without_field(*at << 6, field) | square.to_usize();
                    if self.targets.set(ending).contains(number) {
                        // What a pawn attacks, it is attacked from by a pawn of the other side.
                        found |= attacks_of(role, !self.mover, square, *occupied).0;
                    }
                }
            }
        }
        found
    }

    /// The squares of the lowest man with which another man has a move into the targets.
    fn other(&self, field: usize, role: Role, standing: &MenAbove) -> u64 {
        let MenAbove {
            squares, occupied, ..
        } = standing;
        let from = squares[field];
        let word_with = |to: Square| standing.word_with(field, to);
        let mut found = 0;
        if self.moves.quiet {
            match role {
                Role::Pawn => {
                    if let Some(one) = self.pawn_step(from).filter(|to| !occupied.contains(*to)) {
                        found |= self.same[word_with(one)];
                        if self.is_on_second(from)
                            && let Some(two) =
                                self.pawn_step(one).filter(|to| !occupied.contains(*to))
                        {
                            found |= self.same[word_with(two)] & !bit(one);
                        }
                    }
                }
                Role::King | Role::Knight => {
                    for to in attacks_of(role, self.mover, from, *occupied) & !*occupied {
                        found |= self.same[word_with(to)];
                    }
                }
                Role::Bishop | Role::Rook | Role::Queen => {
                    for to in attacks_of(role, self.mover, from, *occupied) & !*occupied {
                        found |= self.same[word_with(to)] & !attacks::between(from, to).0;
                    }
                }
            }
        }
        if self.moves.captures {
            let reach = attacks_of(role, self.mover, from, *occupied);
            for (victim, to) in self.upper(squares) {
                if let Some(ending) = self.captured(victim).filter(|_| reach.contains(to)) {
                    let next = without_field(word_with(to) << 6, victim) >> 6;
                    found |= self.targets.set(ending).words()[next] & !attacks::between(from, to).0;
                }
            }
            if let Some(ending) = self.captured(0) {
                let set = self.targets.set(ending);
                for to in reach & !*occupied {
                    // Without the lowest man, the number is what was above it.
                    found |= u64::from(set.contains(word_with(to))) << to.to_u32();
                }
            }
        }
        found
    }

    /// The ending after the man in a field is captured, if it can be.
    fn captured(&self, field: usize) -> Option<usize> {
        let is_theirs = self.men.fields[field].0 != self.mover;
        self.men.without[field].filter(|_| is_theirs)
    }

    /// The squares of the lowest man, among some, with which a pawn promotes into the targets: one by one, since the
    /// fields of the new ending stand in another order.
    fn promotions(&self, pawn: usize, among: u64, standing: &MenAbove) -> u64 {
        let last = second_rank(!self.mover);
        let (among, pawns) = match pawn {
            0 => (Bitboard(among) & last, last),
            _ => (
                Bitboard(among),
                Bitboard::from_square(standing.squares[pawn]) & last,
            ),
        };
        if pawns.is_empty() {
            return 0;
        }
        let mut found = 0;
        for lowest in among {
            let mut squares = standing.squares;
            squares[0] = lowest;
            let occupied = standing.occupied.with(lowest);
            let from = squares[pawn];
            let mut promotions = self.men.promotions.iter();
            let succeeds = promotions.any(|promotion| {
                let is_wanted = match promotion.captured {
                    Some(_) => self.moves.captures,
                    None => self.moves.quiet,
                };
                let to = match promotion.captured {
                    None => self.pawn_step(from).filter(|to| !occupied.contains(*to)),
                    Some(victim) => Some(squares[victim])
                        .filter(|to| attacks::pawn_attacks(color(self.mover), from).contains(*to)),
                };
                promotion.pawn == pawn
                    && is_wanted
                    && to.is_some_and(|to| {
                        squares[pawn] = to;
                        let number = promotion.number(&squares);
                        squares[pawn] = from;
                        self.targets.set(promotion.ending).contains(number)
                    })
            });
            found |= u64::from(succeeds) << lowest.to_u32();
        }
        found
    }

    fn pawn_step(&self, from: Square) -> Option<Square> {
        pawn_step(self.mover, from)
    }

    pub(super) fn is_on_second(&self, from: Square) -> bool {
        second_rank(self.mover).contains(from)
    }

    /// The squares from which a man of the mover reaches one of the targets, over empty squares. All but pawns can take
    /// their moves back, so this is what men on all the targets attack.
    pub(super) fn before_moves(&self, role: Role, targets: Bitboard, empty: Bitboard) -> Bitboard {
        if targets.is_empty() {
            return Bitboard::EMPTY;
        }
        match role {
            Role::Pawn => self.before_pawn_steps(targets, empty),
            Role::King => king_steps(targets),
            Role::Knight => knight_jumps(targets),
            Role::Bishop => slides(targets, empty, &DIAGONAL),
            Role::Rook => slides(targets, empty, &STRAIGHT),
            Role::Queen => slides(targets, empty, &DIAGONAL) | slides(targets, empty, &STRAIGHT),
        }
    }

    /// Where pawns of the mover come from that step to the targets.
    fn before_pawn_steps(&self, targets: Bitboard, empty: Bitboard) -> Bitboard {
        let back = |squares: Bitboard| match self.mover {
            Side::Us => Bitboard(squares.0 >> 8),
            Side::Them => Bitboard(squares.0 << 8),
        };
        let one = back(targets);
        one | back(one & empty) & second_rank(self.mover)
    }

    /// The fields above the lowest, with the squares of their men.
    fn upper(&self, squares: &[Square; MAX_MEN]) -> impl Iterator<Item = (usize, Square)> {
        let n_fields = self.men.fields.len();
        squares.iter().copied().enumerate().take(n_fields).skip(1)
    }
}

impl Promotion {
    /// The number of the position in the new ending.
    fn number(&self, squares: &[Square; MAX_MEN]) -> usize {
        let men = squares.iter().zip(&self.to);
        men.filter_map(|(square, to)| Some(square.to_usize() << (6 * (*to)?)))
            .sum()
    }
}

pub(super) fn bit(square: Square) -> u64 {
    1 << square.to_u32()
}

/// A number without one of its fields above the lowest.
pub(super) fn without_field(number: usize, field: usize) -> usize {
    let low = (1 << (6 * field)) - 1;
    number & low | number >> 6 & !low
}

/// The square before a pawn.
pub(super) fn pawn_step(mover: Side, from: Square) -> Option<Square> {
    from.offset(match mover {
        Side::Us => 8,
        Side::Them => -8,
    })
}

/// The rank from which pawns of a side may go two steps.
pub(super) fn second_rank(side: Side) -> Bitboard {
    Bitboard::from_rank(match side {
        Side::Us => shakmaty::Rank::Second,
        Side::Them => shakmaty::Rank::Seventh,
    })
}

pub(super) fn color(side: Side) -> shakmaty::Color {
    match side {
        Side::Us => shakmaty::Color::White,
        Side::Them => shakmaty::Color::Black,
    }
}

/// What a man of a side attacks.
pub(super) fn attacks_of(role: Role, side: Side, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn_attacks(color(side), square),
        Role::King => attacks::king_attacks(square),
        Role::Knight => attacks::knight_attacks(square),
        Role::Bishop => attacks::bishop_attacks(square, occupied),
        Role::Rook => attacks::rook_attacks(square, occupied),
        Role::Queen => attacks::queen_attacks(square, occupied),
    }
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// A direction: how far the bits go up (or down, if negative), and where they may arrive.
type Direction = (i32, u64);

const STRAIGHT: [Direction; 4] = [(8, u64::MAX), (-8, u64::MAX), (1, NOT_A), (-1, NOT_H)];
const DIAGONAL: [Direction; 4] = [(9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H)];

#[inline]
fn shifted(bits: u64, by: i32) -> u64 {
    match by >= 0 {
        true => bits << by,
        false => bits >> -by,
    }
}

/// All squares that sliding men reach, up to and including the first that is not empty.
#[inline]
fn slides(men: Bitboard, empty: Bitboard, directions: &[Direction]) -> Bitboard {
    let mut found = 0;
    for &(by, arrive) in directions {
        // Each round doubles how far the men have gone.
        let (mut reached, mut free) = (men.0, empty.0 & arrive);
        reached |= free & shifted(reached, by);
        free &= shifted(free, by);
        reached |= free & shifted(reached, 2 * by);
        free &= shifted(free, 2 * by);
        reached |= free & shifted(reached, 4 * by);
        found |= shifted(reached, by) & arrive;
    }
    Bitboard(found)
}

fn king_steps(men: Bitboard) -> Bitboard {
    let sideways = (men.0 << 1 & NOT_A) | (men.0 >> 1 & NOT_H);
    let row = men.0 | sideways;
    Bitboard(sideways | row << 8 | row >> 8)
}

fn knight_jumps(men: Bitboard) -> Bitboard {
    let one = (men.0 << 1 & NOT_A) | (men.0 >> 1 & NOT_H);
    let two = (men.0 << 2 & NOT_AB) | (men.0 >> 2 & NOT_GH);
    Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8)
}
