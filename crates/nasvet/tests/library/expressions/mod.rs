//! Advice without sense but well typed: definitions, goals and constraints over the whole vocabulary of chess.

use chess::{KIND, SQUARE};
use domain::{Scope, Type, Vocabulary};
use testing::Numbers;

const KINDS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const DIRECTIONS: [&str; 8] = [
    "north",
    "south",
    "east",
    "west",
    "northeast",
    "northwest",
    "southeast",
    "southwest",
];

/// How the types are drawn.
const TYPES: [Type; 9] = [
    Type::Truth,
    Type::Truth,
    Type::Truth,
    Type::Number,
    Type::Number,
    Type::Item(SQUARE),
    Type::Set(SQUARE),
    Type::Item(KIND),
    Type::Side,
];

/// Writes programs.
pub(crate) struct Author<'v> {
    pub(crate) numbers: Numbers,
    vocabulary: &'v Vocabulary,
    definitions: Vec<Known>,
    constraints: Vec<(String, Vec<Type>)>,
    pieces: Vec<String>,
    /// Parameters and items of quantifiers that may be named here.
    locals: Vec<(String, Type)>,
    n_names: usize,
    n_loops: usize,
    /// Is the depth out of place here?
    no_depth: bool,
}

/// A definition that can be called.
#[derive(Clone)]
struct Known {
    name: String,
    takes: Vec<Type>,
    gives: Type,
    /// Does it ask about a move, about the position before, about a piece?
    place: Place,
    /// Does it perhaps read the depth?
    reads_depth: bool,
}

/// What may be spoken of where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Words about the move, and `after`.
    a_move: bool,
    /// `before`, `root` and `after`: inside another time they may not be.
    times: bool,
    /// `can`.
    pieces: bool,
}

impl<'v> Author<'v> {
    pub(crate) fn new(vocabulary: &'v Vocabulary, seed: u64) -> Author<'v> {
        Author {
            numbers: Numbers(seed),
            vocabulary,
            definitions: Vec::new(),
            constraints: Vec::new(),
            pieces: Vec::new(),
            locals: Vec::new(),
            n_names: 0,
            n_loops: 0,
            no_depth: false,
        }
    }

    /// A program with some definitions, constraints and pieces.
    pub(crate) fn program(&mut self) -> String {
        self.definitions.clear();
        self.constraints.clear();
        self.pieces.clear();
        let mut text = String::from("endgame \"Without sense\"\nus any\nthem any\n\n");
        for round in 0..12 {
            let a_move = round % 4 == 3;
            let place = Place {
                a_move,
                times: round % 2 == 1,
                pieces: false,
            };
            self.definition(place, &mut text);
        }
        for _ in 0..3 {
            self.moves(&mut text);
        }
        for round in 0..4 {
            self.piece(round, &mut text);
        }
        for _ in 0..2 {
            self.definition(
                Place {
                    a_move: false,
                    times: true,
                    pieces: true,
                },
                &mut text,
            );
        }
        text
    }

    fn name(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{stem}_{}", self.n_names)
    }

    fn parameters(&mut self) -> (String, Vec<Type>) {
        self.locals.clear();
        for _ in 0..self.numbers.below(4) {
            let (name, ty) = (self.name("given"), *self.numbers.pick(&TYPES));
            self.locals.push((name, ty));
        }
        let written: Vec<String> = self
            .locals
            .iter()
            .map(|(name, ty)| format!("{name}: {}", self.vocabulary.type_word(*ty)))
            .collect();
        let list = if written.is_empty() {
            String::new()
        } else {
            format!("({})", written.join(", "))
        };
        (list, self.locals.iter().map(|(_, ty)| *ty).collect())
    }

    fn definition(&mut self, place: Place, text: &mut String) {
        let (list, takes) = self.parameters();
        let gives = *self.numbers.pick(&TYPES);
        let body = self.expr(gives, 4, place);
        self.locals.clear();
        let name = self.name("def");
        let of_known = |known: &Known| known.reads_depth && body.contains(&known.name);
        let reads_depth = body.contains("depth") || self.definitions.iter().any(of_known);
        *text += &format!("def {name}{list} = {body}\n");
        self.definitions.push(Known {
            name,
            takes,
            gives,
            place,
            reads_depth,
        });
    }

    fn moves(&mut self, text: &mut String) {
        let (list, takes) = self.parameters();
        let body = self.constraint(2);
        self.locals.clear();
        let name = self.name("order");
        *text += &format!("moves {name}{list} = {body}\n");
        self.constraints.push((name, takes));
    }

    /// The pieces that come first ask about no other piece and are shallow, so that they can be asked about.
    fn piece(&mut self, round: usize, text: &mut String) {
        let place = Place {
            a_move: false,
            times: true,
            pieces: round > 1,
        };
        let (better, holding) = (
            self.expr(Type::Truth, 4, place),
            self.expr(Type::Truth, 3, place),
        );
        let (us, them) = (self.constraint(3), self.constraint(2));
        let name = self.name("piece");
        let plies = 1 + round % 2;
        *text += &format!(
            "advice {name} {{\n  better {better}\n  holding {holding}\n  us {us}\n  them {them}\n  within {plies} plies\n}}\n"
        );
        if round < 2 {
            self.pieces.push(name);
        }
    }

    fn constraint(&mut self, depth: usize) -> String {
        let here = Place {
            a_move: false,
            times: true,
            pieces: false,
        };
        let of_move = Place {
            a_move: true,
            ..here
        };
        if depth == 0 {
            return match self.numbers.below(5) {
                0 | 1 => "any".into(),
                2 => "king moves".into(),
                3 => format!("{} moves", self.numbers.pick(&KINDS)),
                _ => "none".into(),
            };
        }
        match self.numbers.below(13) {
            0 => self.constraint(0),
            12 => format!(
                "({}, first {})",
                self.constraint(depth - 1),
                self.expr(Type::Number, 1, here)
            ),
            1 => format!("(moves of {})", self.expr(Type::Set(SQUARE), 2, here)),
            2 => format!("(moves of {})", self.expr(Type::Item(SQUARE), 2, here)),
            3 => {
                let (man, targets) = (self.numbers.pick(&KINDS).to_owned(), self.numbers.below(2));
                let ty = if targets == 0 {
                    Type::Item(SQUARE)
                } else {
                    Type::Set(SQUARE)
                };
                let targets = self.expr(ty, 2, here);
                let man = if self.numbers.below(2) == 0 {
                    "king"
                } else {
                    man
                };
                match self.numbers.below(2) {
                    0 => format!("({man} walks to {targets})"),
                    _ => format!(
                        "({man} walks to {targets} within {} moves)",
                        self.expr(Type::Number, 1, here)
                    ),
                }
            }
            4 => {
                let known = self.constraints.clone();
                if known.is_empty() {
                    return self.constraint(depth - 1);
                }
                let (name, takes) = self.numbers.pick(&known).clone();
                let args: Vec<String> = takes.iter().map(|ty| self.expr(*ty, 2, here)).collect();
                if args.is_empty() {
                    name
                } else {
                    format!("{name}({})", args.join(", "))
                }
            }
            5 => format!(
                "({} then {})",
                self.constraint(depth - 1),
                self.constraint(depth - 1)
            ),
            6 | 7 => format!(
                "({} that {})",
                self.constraint(depth - 1),
                self.expr(Type::Truth, 3, of_move)
            ),
            8 => format!(
                "({} when {})",
                self.constraint(depth - 1),
                self.expr(Type::Truth, 2, here)
            ),
            9 => {
                let largest = if self.numbers.below(2) == 0 {
                    "largest "
                } else {
                    ""
                };
                let key = match self.numbers.below(3) {
                    0 => "length".into(),
                    _ => self.expr(Type::Number, 2, of_move),
                };
                format!("({} by {largest}{key})", self.constraint(depth - 1))
            }
            10 => {
                let n_directions = 1 + self.numbers.below(5);
                let directions: Vec<&str> = (0..n_directions)
                    .map(|_| *self.numbers.pick(&DIRECTIONS))
                    .collect();
                let mut once = Vec::new();
                for direction in directions {
                    if !once.contains(&direction) {
                        once.push(direction);
                    }
                }
                format!("({} going {})", self.constraint(depth - 1), once.join(", "))
            }
            _ => format!(
                "({} by largest length going north, south, east, west, northeast)",
                self.constraint(0)
            ),
        }
    }

    fn expr(&mut self, ty: Type, depth: usize, place: Place) -> String {
        let locals: Vec<String> = self
            .locals
            .iter()
            .filter(|(_, of)| *of == ty)
            .map(|(name, _)| name.clone())
            .collect();
        if !locals.is_empty() && self.numbers.below(if depth == 0 { 2 } else { 4 }) == 0 {
            return self.numbers.pick(&locals).clone();
        }
        if depth == 0 {
            return self.leaf(ty);
        }
        let deeper = depth - 1;
        let inside = Place {
            a_move: false,
            times: false,
            ..place
        };
        match self.numbers.below(14) {
            0 => {
                let (condition, value) = (
                    self.expr(Type::Truth, deeper, place),
                    self.expr(ty, deeper, place),
                );
                format!("(if {condition} then {value})")
            }
            1 => {
                let (condition, value) = (
                    self.expr(Type::Truth, deeper, place),
                    self.expr(ty, deeper, place),
                );
                let (second, other) = (
                    self.expr(Type::Truth, deeper, place),
                    self.expr(ty, deeper, place),
                );
                let otherwise = self.expr(ty, deeper, place);
                format!(
                    "(if {condition} then {value} else if {second} then {other} else {otherwise})"
                )
            }
            2 => format!("for them ({})", self.expr(ty, deeper, place)),
            3 if place.times => {
                let time = match self.numbers.below(if place.a_move { 4 } else { 2 }) {
                    0 => "before",
                    1 => "root",
                    _ => "after",
                };
                format!("{time}.({})", self.expr(ty, deeper, inside))
            }
            4 | 5 => self.call(ty, deeper, place),
            6..=8 => self.word(ty, deeper, place),
            _ => self.kind(ty, deeper, place),
        }
    }

    fn leaf(&mut self, ty: Type) -> String {
        let words = |words: &[&str], numbers: &mut Numbers| (*numbers.pick(words)).to_owned();
        match ty {
            Type::Truth => words(
                &[
                    "true",
                    "false",
                    "us_to_move",
                    "them_to_move",
                    "no_moves",
                    "in_check",
                    "stalemate",
                ],
                &mut self.numbers,
            ),
            Type::Number => match self.numbers.below(12) {
                0 if !self.no_depth => "depth".into(),
                1 => "(-1)".into(),
                2 => "9223372036854775807".into(),
                3 => "legal_moves".into(),
                4 => "our.mobility".into(),
                _ => self.numbers.below(9).to_string(),
            },
            Type::Plan => panic!("plans are for the reasoner"),
            Type::Side => words(&["our", "their"], &mut self.numbers),
            Type::Item(sort) if sort == SQUARE => match self.numbers.below(2) {
                0 => {
                    let (file, rank) = (self.numbers.below(8) as u8, self.numbers.below(8));
                    format!("{}{}", char::from(b'a' + file), rank + 1)
                }
                _ => words(
                    &[
                        "our.king",
                        "their.king",
                        "our.rook",
                        "our.pawn",
                        "their.rook",
                        "our.queen",
                        "their.knight",
                    ],
                    &mut self.numbers,
                ),
            },
            Type::Item(_) => words(&KINDS, &mut self.numbers),
            Type::Set(_) => words(
                &[
                    "our.men",
                    "their.men",
                    "our.pawns",
                    "our.attacks",
                    "corners",
                    "centre",
                    "their.king_steps",
                    "{a1, e4, h8}",
                ],
                &mut self.numbers,
            ),
        }
    }

    /// A definition that gives this and may be named here.
    fn call(&mut self, ty: Type, depth: usize, place: Place) -> String {
        let fits = |known: &&Known| {
            let Place {
                a_move,
                times,
                pieces,
            } = known.place;
            known.gives == ty
                && !(known.reads_depth && self.no_depth)
                && (!a_move || place.a_move)
                && (!times || place.times)
                && (!pieces || place.pieces)
        };
        let fitting: Vec<Known> = self.definitions.iter().filter(fits).cloned().collect();
        if fitting.is_empty() {
            return self.kind(ty, depth, place);
        }
        let known = self.numbers.pick(&fitting).clone();
        let args: Vec<String> = known
            .takes
            .iter()
            .map(|ty| self.expr(*ty, depth, place))
            .collect();
        if args.is_empty() {
            known.name
        } else {
            format!("{}({})", known.name, args.join(", "))
        }
    }

    /// A word of the vocabulary that gives this.
    fn word(&mut self, ty: Type, depth: usize, place: Place) -> String {
        let vocabulary = self.vocabulary;
        let fits = |scope: Scope| scope == Scope::Position || place.a_move;
        let fitting: Vec<_> = vocabulary
            .words
            .iter()
            .filter(|word| word.gives == ty && fits(word.scope))
            .collect();
        if fitting.is_empty() {
            return self.kind(ty, depth, place);
        }
        let word = *self.numbers.pick(&fitting);
        let args: Vec<String> = word
            .takes
            .iter()
            .map(|taken| self.expr(taken.ty, depth, place))
            .collect();
        let args = if args.is_empty() {
            String::new()
        } else {
            format!("({})", args.join(", "))
        };
        let side = match (word.of_side, self.numbers.below(8)) {
            (false, _) => String::new(),
            (true, 0) => format!("({}).", self.expr(Type::Side, depth, place)),
            (true, 1..=4) => "our.".into(),
            (true, _) => "their.".into(),
        };
        format!("{side}{}{args}", word.name)
    }

    /// What only this type can be made of.
    fn kind(&mut self, ty: Type, depth: usize, place: Place) -> String {
        let part = |author: &mut Self, ty: Type| author.expr(ty, depth, place);
        match ty {
            Type::Truth => match self.numbers.below(17) {
                0 | 1 => format!("(not {})", part(self, Type::Truth)),
                2 | 3 => format!(
                    "({} and {})",
                    part(self, Type::Truth),
                    part(self, Type::Truth)
                ),
                4 | 5 => format!(
                    "({} or {})",
                    part(self, Type::Truth),
                    part(self, Type::Truth)
                ),
                6 | 7 => {
                    let sign = *self.numbers.pick(&["<", "<=", ">", ">=", "=", "!="]);
                    format!(
                        "({} {sign} {})",
                        part(self, Type::Number),
                        part(self, Type::Number)
                    )
                }
                8 => {
                    let (of, sign) = (*self.numbers.pick(&TYPES), *self.numbers.pick(&["=", "!="]));
                    format!("({} {sign} {})", part(self, of), part(self, of))
                }
                9 => {
                    let is_in = *self.numbers.pick(&["in", "not in"]);
                    format!(
                        "({} {is_in} {})",
                        part(self, Type::Item(SQUARE)),
                        part(self, Type::Set(SQUARE))
                    )
                }
                10 => {
                    let is_in = *self.numbers.pick(&["in", "not in"]);
                    let (low, high) = (part(self, Type::Number), part(self, Type::Number));
                    format!("({} {is_in} {low}..{high})", part(self, Type::Number))
                }
                11 => {
                    let is_in = *self.numbers.pick(&["in", "not in"]);
                    let (one, other) = (part(self, Type::Number), part(self, Type::Number));
                    format!(
                        "({} {is_in} {{{one}, {other}, 3}})",
                        part(self, Type::Number)
                    )
                }
                12 => {
                    let of = *self.numbers.pick(&TYPES);
                    format!("exists({})", part(self, of))
                }
                13 => format!("empty({})", part(self, Type::Set(SQUARE))),
                15 => self.elsewhere("from any side", Type::Truth, depth, place),
                14 if place.pieces && !self.pieces.is_empty() => {
                    let pieces = self.pieces.clone();
                    format!("(can {})", self.numbers.pick(&pieces))
                }
                _ => self.quantified(&["some", "every"], Type::Truth, ty, depth, place),
            },
            Type::Number => match self.numbers.below(11) {
                10 => {
                    let which = *self
                        .numbers
                        .pick(&["least over moves :", "greatest over moves :"]);
                    self.elsewhere(which, ty, depth, place)
                }
                0..=3 => {
                    let sign = *self.numbers.pick(&["+", "-", "*", "/", "mod"]);
                    format!("({} {sign} {})", part(self, ty), part(self, ty))
                }
                4 => format!("(-{})", part(self, ty)),
                5 => format!(
                    "{}({})",
                    self.numbers.pick(&["abs", "sign"]),
                    part(self, ty)
                ),
                6 => {
                    let n_numbers = 2 + self.numbers.below(3);
                    let numbers: Vec<String> = (0..n_numbers).map(|_| part(self, ty)).collect();
                    let word = *self.numbers.pick(&["min", "max"]);
                    format!("{word}({})", numbers.join(", "))
                }
                7 => format!("count({})", part(self, Type::Set(SQUARE))),
                8 => self.quantified(&["count"], Type::Truth, ty, depth, place),
                _ => self.quantified(
                    &["sum", "least", "greatest"],
                    Type::Number,
                    ty,
                    depth,
                    place,
                ),
            },
            Type::Item(sort) if sort == SQUARE => match self.numbers.below(3) {
                0 => self.quantified(&["the"], Type::Truth, ty, depth, place),
                _ => self.word(ty, depth, place),
            },
            Type::Set(_) => match self.numbers.below(6) {
                0 => format!("({} union {})", part(self, ty), part(self, ty)),
                1 => format!("({} intersect {})", part(self, ty), part(self, ty)),
                2 => format!("({} without {})", part(self, ty), part(self, ty)),
                3 => format!(
                    "{{{}, {}}}",
                    part(self, Type::Item(SQUARE)),
                    part(self, Type::Item(SQUARE))
                ),
                _ => self.quantified(&["those"], Type::Truth, ty, depth, place),
            },
            Type::Item(_) | Type::Side | Type::Plan => self.leaf(ty),
        }
    }

    /// What is asked in other positions, where there is no other time; not too many inside each other.
    fn elsewhere(&mut self, words: &str, ty: Type, depth: usize, place: Place) -> String {
        if self.n_loops == 2 {
            return self.leaf(ty);
        }
        let inside = Place {
            a_move: false,
            times: false,
            pieces: place.pieces,
        };
        self.n_loops += 1;
        let is_out_of_place = std::mem::replace(&mut self.no_depth, true);
        let body = self.expr(ty, depth.min(2), inside);
        self.no_depth = is_out_of_place;
        self.n_loops -= 1;
        format!("({words} ({body}))")
    }

    /// A question about the items of a set; not too many inside each other.
    fn quantified(
        &mut self,
        words: &[&str],
        of: Type,
        ty: Type,
        depth: usize,
        place: Place,
    ) -> String {
        if self.n_loops == 2 {
            return self.leaf(ty);
        }
        let word = (*self.numbers.pick(words)).to_owned();
        let set = self.expr(Type::Set(SQUARE), depth.min(2), place);
        let item = self.name("item");
        self.n_loops += 1;
        self.locals.push((item.clone(), Type::Item(SQUARE)));
        let body = self.expr(of, depth, place);
        self.locals.pop();
        self.n_loops -= 1;
        format!("({word} {item} in {set} : {body})")
    }
}
