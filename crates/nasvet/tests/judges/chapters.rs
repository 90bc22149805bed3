//! Random small chapters. Most of them are faulty in some way: they stalemate, hang their piece, go round in circles,
//! promote to the wrong piece, or have nothing to say.

use std::fmt::Write;

use domain::Side;
use shakmaty::Role;
use testing::Numbers;

/// A chapter, and how it is to be judged.
#[derive(Debug)]
pub(crate) struct RandomChapter {
    pub(crate) text: String,
    /// The positions that it is about.
    pub(crate) about: Slice,
    /// Those with other men that some of its claims are about.
    pub(crate) ending: Option<Slice>,
    /// How many positions a search may look at.
    pub(crate) nodes: Option<u64>,
    /// Do the tables know how long a win takes?
    pub(crate) knows_lengths: bool,
    /// Does no shipped chapter go on where the men change? Then the tables speak of wins, too.
    pub(crate) is_alone: bool,
}

/// The positions with some men in which a condition is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slice {
    pub(crate) men: Vec<(Side, Role)>,
    pub(crate) condition: &'static str,
}

/// What a chapter can be about, and the phrases from which it is put together. `X` is the man besides the kings.
struct Subject {
    header: &'static str,
    men: &'static [(Side, Role)],
    man: &'static str,
    slices: &'static [&'static str],
    better: &'static [&'static str],
    /// Constraints that permit few moves, so that longer plans can be searched.
    narrow: &'static [&'static str],
    wide: &'static [&'static str],
    never: &'static [&'static str],
    kinds: &'static [&'static str],
}

const BETTER_WITH_PIECE: &[&str] = &[
    "mate",
    "in_check and X not in our.loose",
    "true",
    "distance(our.king, their.king) < before.distance(our.king, their.king)",
    "distance(our.king, their.king) <= 2",
    "legal_moves <= 2",
    "legal_moves = 0",
    "corner_distance(X) < before.corner_distance(X)",
    "manhattan(X, their.king) > root.manhattan(X, their.king)",
    "distance(our.king, X) <= 1",
    "edge(their.king) and not stalemate",
    "file_distance(X, their.king) = 1",
    "not edge(our.king) and X not in our.loose",
    "rank(our.king) > before.rank(our.king)",
];

const NARROW_WITH_PIECE: &[&str] = &[
    "king moves",
    "king moves by distance(to, their.king)",
    "M moves that check",
    "M moves that check, then king moves",
    "M moves that are diagonal",
    "king walks to near(their.king, 2) within 3 moves",
    "M moves going north, west",
    "M moves that length = 1 by largest file(to)",
    "king moves going northeast, east, south",
];

const WIDE_WITH_PIECE: &[&str] = &[
    "any",
    "M moves",
    "M moves that to not in their.attacks, then king moves",
    "any by largest centre_distance(to)",
    "M moves by distance(to, their.king), then any",
    "king moves that to not in edges, then M moves by largest length",
    "any that after.legal_moves > 0",
];

const NEVER_WITH_PIECE: &[&str] = &[
    "stalemate",
    "them_to_move and X in our.loose",
    "us_to_move and X in our.loose",
    "not exists(X)",
    "our.king in corners",
    "them_to_move and in_check",
    "us_to_move and distance(our.king, their.king) > 5",
    "legal_moves = 1",
    "them_to_move and X = h1",
    "distance(X, their.king) = 1 and us_to_move",
    "mate",
];

const QUEEN: Subject = Subject {
    header: "us K Q them K",
    men: &[(Side::Us, Role::Queen)],
    man: "queen",
    slices: &[
        "their.king = h8 and distance(our.king, their.king) <= 3",
        "their.king in {a1, b1, a2} and our.king in {a3, b3, c3, d2}",
        "our.king = c3 and rank(their.king) = 1",
        "their.king in {g8, h8} and our.king in {f6, g6, h6}",
        "rank(their.king) = 8 and our.king = e6",
        "our.queen in {d4, g7} and their.king in {h8, a8, e8}",
    ],
    better: BETTER_WITH_PIECE,
    narrow: NARROW_WITH_PIECE,
    wide: WIDE_WITH_PIECE,
    never: NEVER_WITH_PIECE,
    kinds: &["queen"],
};

const ROOK: Subject = Subject {
    header: "us K R them K",
    men: &[(Side::Us, Role::Rook)],
    man: "rook",
    slices: &[
        "their.king = h8 and distance(our.king, their.king) <= 4",
        "their.king in {a1, b1, a2} and our.king in {a3, b3, c3, c2, d1}",
        "our.king = c3 and rank(their.king) <= 2",
        "file(their.king) = 8 and our.king in {f4, f5, f6}",
        "rank(their.king) = 8 and our.king = e6",
        "our.rook in {d4, g7} and their.king in {h8, a8, e8, e5}",
    ],
    kinds: &["rook"],
    ..QUEEN
};

const PAWN: Subject = Subject {
    header: "us K P them K",
    men: &[(Side::Us, Role::Pawn)],
    man: "pawn",
    slices: &[
        "file(our.pawn) = 1 and rank(our.pawn) >= 6 and file(their.king) <= 5",
        "file(our.pawn) = 4 and rank(our.pawn) = 7",
        "our.pawn = a7 and distance(our.king, our.pawn) <= 2",
        "our.pawn in {c7, c8, d7} and distance(our.king, our.pawn) <= 2 and rank(their.king) >= 7",
        "our.pawn in {f6, f7} and distance(our.king, our.pawn) = 1 and distance(their.king, our.pawn) <= 3",
        "rank(our.pawn) = 7 and our.king = d6 and rank(their.king) >= 6",
        "our.pawn = b2 and our.king in {a1, a3, c3} and file(their.king) <= 3",
        "our.pawn in {h6, h7} and file(our.king) >= 6 and their.king in {h8, g8, g7, f8}",
    ],
    better: &[
        "rank(our.pawn) > before.rank(our.pawn)",
        "exists(our.queen)",
        "empty(our.pawns)",
        "exists(our.queen) and in_check",
        "true",
        "opposition(our.king, their.king)",
        "our.king in key_squares(our.pawn)",
        "distance(our.king, our.pawn) <= 1",
        "mate",
        "legal_moves <= 2 and not stalemate",
        "distance(our.king, our.pawn) < before.distance(our.king, our.pawn)",
    ],
    narrow: &[
        "pawn moves",
        "king moves",
        "pawn moves that promote, then queen moves",
        "pawn moves that promotion = rook, then king moves",
        "pawn moves that promotion = knight or not promote, then king moves that forward",
        "king moves by distance(to, our.pawn)",
        "king walks to key_squares(our.pawn) within 3 moves",
        "pawn moves, then queen moves that check, then king moves",
        "any that not promote or promotion in {queen, rook}",
    ],
    wide: &[
        "any",
        "any by largest rank(to)",
        "pawn moves by largest (if promotion = bishop then 1 else 0), then any",
        "king moves that to not in their.attacks, then any",
        "any that after.legal_moves > 0",
    ],
    never: &[
        "stalemate",
        "them_to_move and not empty(our.loose)",
        "us_to_move and empty(our.pawns union our.queens union our.rooks)",
        "exists(our.rook)",
        "exists(our.knight)",
        "exists(our.queen) and our.queen in our.loose",
        "our.king in corners",
        "them_to_move and in_check",
        "legal_moves = 1",
        "us_to_move and distance(our.king, their.king) > 5",
        "mate",
    ],
    kinds: &["pawn", "queen", "rook"],
};

const DEFENCE: Subject = Subject {
    header: "us K them K P",
    men: &[(Side::Them, Role::Pawn)],
    man: "king",
    slices: &[
        "file(their.pawn) = 7 and rank(their.pawn) <= 3",
        "their.pawn = a2",
        "their.pawn = a2 and distance(our.king, their.pawn) <= 2",
        "their.pawn in {c2, c3} and distance(their.king, their.pawn) = 1 and rank(our.king) <= 3",
        "rank(their.pawn) = 3 and their.king in {d4, e4} and rank(our.king) <= 2",
        "file(their.pawn) = 7 and rank(their.pawn) <= 4 and distance(our.king, their.pawn) <= 2 and distance(their.king, their.pawn) <= 2",
        "their.pawn = e7 and our.king in {e5, e6, d7} and distance(their.king, our.king) <= 3",
    ],
    better: &[
        "distance(our.king, their.pawn) < before.distance(our.king, their.pawn)",
        "true",
        "empty(their.pawns)",
        "opposition(our.king, their.king)",
        "same_file(our.king, their.pawn)",
        "distance(our.king, their.pawn) <= 2",
        "in_check or rank(our.king) = 1",
        "legal_moves <= 3",
    ],
    narrow: &[
        "any",
        "king moves by distance(to, their.pawn)",
        "king moves that capture, then king moves going south, southwest, southeast",
        "king walks to near(their.pawn, 1) within 3 moves",
        "king moves that to not in edges",
    ],
    wide: &["any", "any by largest distance(to, their.king)"],
    never: &[
        "stalemate",
        "them_to_move and opposition(our.king, their.king)",
        "exists(their.queen)",
        "exists(their.rook)",
        "mate",
        "our.king in corners",
        "us_to_move and in_check",
        "us_to_move and distance(our.king, their.pawn) > 3",
        "empty(their.pawns)",
    ],
    kinds: &["king"],
};

const CONDITIONS: &[&str] = &[
    "edge(their.king)",
    "rank(our.king) > 4",
    "distance(our.king, their.king) = 2",
    "file(our.king) < 5",
    "opposition(our.king, their.king)",
    "not empty(our.loose)",
    "in_check",
    "light(our.king)",
    "legal_moves > 10",
    "distance(our.king, their.king) > 3",
    "corner(their.king)",
];

/// The parts of an ending for which a table is made that goes on after a promotion. Both judges look at all positions
/// there, so a whole ending takes long.
const PARTS: &[&str] = &[
    "rank(their.king) = 8 and rank(our.king) >= 6",
    "file(their.king) <= 3 and rank(their.king) >= 7 and distance(our.king, their.king) <= 3",
    "edge(their.king) and distance(our.king, their.king) = 2",
    "rank(their.king) >= 7 and our.king in {a6, b6, c6, d6, e6, f6, g6, h6}",
];

/// The phrases of a subject with its man named, drawn without pattern.
struct Writer<'n> {
    numbers: &'n mut Numbers,
    text: String,
    n_pieces: usize,
}

impl Subject {
    fn named(&self, phrase: &str) -> String {
        let place = format!("our.{}", self.man);
        phrase
            .replace('X', &place)
            .replace("M moves", &format!("{} moves", self.man))
    }
}

impl Writer<'_> {
    /// Does something happen that happens so many times in a hundred?
    fn is(&mut self, in_a_hundred: usize) -> bool {
        self.numbers.below(100) < in_a_hundred
    }

    fn pick(&mut self, subject: &Subject, phrases: &[&str]) -> String {
        let phrase = *self.numbers.pick(phrases);
        subject.named(phrase)
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a text can grow");
    }

    /// A piece of advice; returns its name.
    fn piece(&mut self, subject: &Subject, is_short: bool) -> String {
        let name = format!("p{}", self.n_pieces);
        self.n_pieces += 1;
        let is_narrow = self.is(50);
        let us = match is_narrow {
            true => self.pick(subject, subject.narrow),
            false => self.pick(subject, subject.wide),
        };
        let within = match is_narrow && !is_short {
            true => *self.numbers.pick(&[
                "1 move", "2 moves", "2 moves", "2 plies", "3 moves", "4 plies",
            ]),
            false if is_short => "1 move",
            false => *self
                .numbers
                .pick(&["1 move", "1 move", "1 move", "2 plies"]),
        };
        let better = self.pick(subject, subject.better);
        let whose = match within.contains("plies") && self.is(60) {
            true => "us_to_move",
            false => "them_to_move",
        };
        self.line(format_args!("advice {name} {{"));
        self.line(format_args!("  better   {whose} and ({better})"));
        match self.numbers.below(6) {
            0 => self.line(format_args!("  holding  not stalemate")),
            1 => self.line(format_args!(
                "  holding  not (them_to_move and not empty(our.loose))"
            )),
            2 => self.line(format_args!(
                "  holding  not stalemate and not (them_to_move and not empty(our.loose))"
            )),
            3 => self.line(format_args!(
                "  holding  distance(our.king, their.king) <= 4"
            )),
            _ => {}
        }
        self.line(format_args!("  us       {us}"));
        match self.numbers.below(12) {
            0 => self.line(format_args!("  them     none")),
            1 => self.line(format_args!("  them     any that not capture")),
            2 => self.line(format_args!(
                "  them     king moves going south, west, northeast"
            )),
            3 => self.line(format_args!("  them     any by centre_distance(to)")),
            _ => {}
        }
        self.line(format_args!("  within   {within}"));
        match self.numbers.below(8) {
            0 => self.line(format_args!("  convention al0")),
            1 => self.line(format_args!("  convention al3")),
            _ => {}
        }
        self.line(format_args!("}}"));
        name
    }

    /// A table; a short one has only plans of one move, and mostly none at all.
    fn table(&mut self, subject: &Subject, is_short: bool) {
        let n_pieces = 2 + self.numbers.below(3);
        let pieces = (0..n_pieces).map(|_| self.piece(subject, is_short));
        let pieces: Vec<String> = pieces.collect();
        self.line(format_args!("table for {} {{", subject.header));
        // Often there is something to do everywhere.
        let last = if self.is(85) { ", p_last" } else { "" };
        if is_short && self.is(85) {
            let condition = self.pick(subject, PARTS);
            let entries = self.entries(subject, &pieces);
            self.line(format_args!("  if {condition} then {entries}{last}"));
        } else {
            for _ in 0..self.numbers.below(3) {
                let condition = self.pick(subject, CONDITIONS);
                let entries = self.entries(subject, &pieces);
                self.line(format_args!("  if {condition} then {entries}"));
            }
            let entries = self.entries(subject, &pieces);
            match self.is(90) {
                true => self.line(format_args!("  otherwise {entries}{last}")),
                false => self.line(format_args!("  if not in_check then {entries}{last}")),
            }
        }
        self.line(format_args!("}}"));
    }

    fn entries(&mut self, subject: &Subject, pieces: &[String]) -> String {
        let n = 1 + self.numbers.below(pieces.len());
        let entries = (0..n).map(|_| {
            let piece = self.numbers.pick(pieces).clone();
            match self.is(20) {
                true => format!("{piece} when {}", self.pick(subject, CONDITIONS)),
                false => piece,
            }
        });
        let mut entries: Vec<String> = entries.collect();
        entries.dedup();
        entries.join(", ")
    }

    /// A claim about a slice of the positions with the men of a subject.
    fn claim(&mut self, subject: &Subject, is_other: bool, slice: Option<(&Subject, &str)>) {
        let about = slice.map_or(subject, |(subject, _)| subject);
        let count = *self.numbers.pick(&[0, 1, 3, 20, 100, 300, 1000, 4000]);
        let (mut promise, is_win) = match self.numbers.below(9) {
            0 => ("wins from every position".to_owned(), true),
            1 => ("keeps every win".to_owned(), true),
            2 => ("keeps every draw".to_owned(), false),
            3 => (
                format!("never loses the {}", self.numbers.pick(about.kinds)),
                false,
            ),
            4 => (format!("wins at least {count} positions"), true),
            5 => (format!("gives away at most {count} half-points"), false),
            _ => (
                format!("never {}", self.pick(subject, subject.never)),
                false,
            ),
        };
        let condition = self.is(50).then(|| self.pick(about, CONDITIONS));
        if is_other {
            write!(promise, " in the ending {}", about.header).expect("a text can grow");
        }
        if is_win && self.is(50) {
            let moves = 1 + self.numbers.below(14);
            write!(promise, " within {moves} moves").expect("a text can grow");
        }
        match self.numbers.below(6) {
            0 => promise.push_str(" in strong mode"),
            1 => promise.push_str(" in weak mode"),
            _ => {}
        }
        let slice = slice.map(|(_, slice)| slice.to_owned());
        let conditions: Vec<String> = slice.into_iter().chain(condition).collect();
        if !conditions.is_empty() {
            write!(promise, " where {}", conditions.join(" and ")).expect("a text can grow");
        }
        self.line(format_args!("claim {promise}"));
    }
}

/// The chapter of a number.
pub(crate) fn chapter(number: u64) -> RandomChapter {
    let mut numbers = Numbers(number.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ 20);
    let subject = *numbers.pick(&[&QUEEN, &ROOK, &PAWN, &PAWN, &DEFENCE]);
    written(number, subject, &mut numbers)
}

fn written(number: u64, subject: &Subject, numbers: &mut Numbers) -> RandomChapter {
    let slice = *numbers.pick(subject.slices);
    let is_alone = number % 2 == 1;
    let mut writer = Writer {
        numbers,
        text: String::new(),
        n_pieces: 0,
    };
    writer.line(format_args!("endgame \"Chapter {number}\""));
    for side in subject.header.split_inclusive("them").map(str::trim) {
        let line = side.strip_suffix("them").unwrap_or(side).trim();
        match line.strip_prefix("us") {
            Some(_) => writer.line(format_args!("{line}")),
            None => writer.line(format_args!("them {line}")),
        }
    }
    writer.line(format_args!(
        "advice p_last {{\n  better them_to_move\n  within 1 move\n}}"
    ));
    writer.table(subject, false);
    let promoted = match subject.man {
        "pawn" => vec![&QUEEN, &ROOK],
        _ => Vec::new(),
    };
    let mut ending = None;
    for promoted in promoted {
        // Mostly the chapter goes on itself, in few words, since it is asked about all positions there; the shipped
        // chapters do elsewhere.
        if writer.is(if is_alone { 40 } else { 93 }) {
            writer.table(promoted, true);
            if ending.is_none() && writer.is(50) {
                ending = Some((promoted, *writer.numbers.pick(promoted.slices)));
            }
        }
    }
    // Games leave the positions that a chapter is about, so some chapters are about all of them, and only their claims
    // are not.
    let is_about_all = writer.is(6);
    if !is_about_all {
        writer.line(format_args!("positions where {slice}"));
    }
    let n_claims = if is_about_all { 4 } else { 8 };
    for _ in 0..n_claims {
        let ending = ending.filter(|_| writer.is(35));
        let own = is_about_all.then_some((subject, slice));
        writer.claim(subject, ending.is_some(), ending.or(own));
    }
    let nodes = writer.is(35).then(|| {
        let nodes = writer.numbers.pick(&[1, 3, 6, 12, 25, 60, 200]);
        *nodes
    });
    let knows_lengths = !writer.is(if is_alone { 60 } else { 10 });
    RandomChapter {
        text: writer.text,
        about: Slice {
            men: subject.men.to_vec(),
            condition: slice,
        },
        ending: ending.map(|(subject, slice)| Slice {
            men: subject.men.to_vec(),
            condition: slice,
        }),
        nodes,
        knows_lengths,
        is_alone,
    }
}
