//! What the tests know without the checker: positions by shakmaty, certificates as data, and how they are written.

pub(crate) mod damage;
pub(crate) mod judge;
pub(crate) mod makers;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position, PositionError, Role, Setup,
    Square,
};

/// A position with our turn: its ending, by number, and its place there.
pub(crate) type Spot = (usize, usize);

/// A legal move of ours: whether it mates, or else stalemates, or where the replies lead and what they capture.
#[derive(Debug)]
pub(crate) struct OurMove {
    pub(crate) mates: bool,
    pub(crate) replies: Vec<(Spot, Option<Role>)>,
}

/// The rules, by shakmaty; what was found out is kept.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) endings: Vec<String>,
    moves: HashMap<Spot, Rc<Vec<OurMove>>>,
    /// Single moves, by their numbers.
    single: HashMap<(Spot, usize), Option<Rc<OurMove>>>,
    places: HashMap<usize, Rc<Vec<usize>>>,
    /// By question, the positions that were asked about last, and those of which the answer was yes.
    settled: HashMap<&'static str, (HashSet<Spot>, Rc<HashSet<Spot>>)>,
}

const ORDER: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

fn rank_of(role: Role) -> usize {
    ORDER
        .iter()
        .position(|other| *other == role)
        .expect("it is known")
}

impl World {
    pub(crate) fn ending(&mut self, men: &str) -> usize {
        let known = self.endings.iter().position(|known| known == men);
        known.unwrap_or_else(|| {
            self.endings.push(men.to_owned());
            self.endings.len() - 1
        })
    }

    pub(crate) fn chess(&self, (ending, place): Spot) -> Option<Chess> {
        chess_at(&self.endings[ending], place)
    }

    pub(crate) fn places(&mut self, ending: usize) -> Rc<Vec<usize>> {
        if let Some(places) = self.places.get(&ending) {
            return Rc::clone(places);
        }
        let men = self.endings[ending].clone();
        let places = 0..64usize.pow(men.len() as u32);
        let places: Vec<usize> = places
            .filter(|place| chess_at(&men, *place).is_some())
            .collect();
        let places = Rc::new(places);
        self.places.insert(ending, Rc::clone(&places));
        places
    }

    pub(crate) fn moves(&mut self, spot: Spot) -> Rc<Vec<OurMove>> {
        if let Some(moves) = self.moves.get(&spot) {
            return Rc::clone(moves);
        }
        let moves = Rc::new(self.moves_once(spot));
        self.moves.insert(spot, Rc::clone(&moves));
        moves
    }

    /// One of the moves.
    pub(crate) fn one_move(&mut self, spot: Spot, number: usize) -> Option<Rc<OurMove>> {
        if let Some(known) = self.single.get(&(spot, number)) {
            return known.clone();
        }
        let chess = self.chess(spot)?;
        let m = legal_moves(&chess).get(number).copied();
        let played = m.map(|m| Rc::new(self.played(&chess, m)));
        self.single.insert((spot, number), played.clone());
        played
    }

    /// Of which of these positions is the answer yes? It is found out anew only if they are others than the last time.
    pub(crate) fn settled(
        &mut self,
        question: &'static str,
        positions: &HashSet<Spot>,
        settle: impl FnOnce(&mut World) -> HashSet<Spot>,
    ) -> Rc<HashSet<Spot>> {
        let known = self.settled.get(question);
        if let Some((_, found)) = known.filter(|(asked, _)| asked == positions) {
            return Rc::clone(found);
        }
        let found = Rc::new(settle(self));
        let settled = (positions.clone(), Rc::clone(&found));
        self.settled.insert(question, settled);
        found
    }

    fn played(&mut self, chess: &Chess, m: Move) -> OurMove {
        let mut after = chess.clone();
        after.play_unchecked(m);
        let replies = legal_moves(&after).into_iter().map(|reply| {
            let mut next = after.clone();
            next.play_unchecked(reply);
            (self.spot(&next), reply.capture())
        });
        OurMove {
            mates: after.is_checkmate(),
            replies: replies.collect(),
        }
    }

    /// All of them, without keeping them.
    pub(crate) fn moves_once(&mut self, spot: Spot) -> Vec<OurMove> {
        let chess = self.chess(spot).expect("a legal position");
        let moves = legal_moves(&chess).into_iter();
        moves.map(|m| self.played(&chess, m)).collect()
    }

    pub(crate) fn spot(&mut self, chess: &Chess) -> Spot {
        let (men, place) = name_and_place(chess);
        (self.ending(&men), place)
    }
}

/// The legal moves in the order of the format.
pub(crate) fn legal_moves(chess: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = chess.legal_moves().into_iter().collect();
    moves.sort_by_key(|m| (m.from(), m.to(), m.promotion().map(rank_of)));
    moves
}

/// The position at a place of an ending, by the words of the format.
pub(crate) fn chess_at(men: &str, place: usize) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.turn = Color::White;
    let (mut color, mut before) = (Color::Black, None);
    for (idx, letter) in men.chars().enumerate() {
        let role = Role::from_char(letter).expect("it is known");
        if role == Role::King {
            color = !color;
        }
        let digit = place >> (6 * (men.len() - 1 - idx)) & 63;
        let mut square = Square::new(digit as u32);
        if before.is_some_and(|(c, r, s)| c == color && r == role && s >= square) {
            return None;
        }
        before = Some((color, role, square));
        if role == Role::Pawn && color == Color::Black && digit >= 56 {
            if setup.ep_square.is_some() {
                return None;
            }
            square = Square::new(digit as u32 - 24);
            setup.ep_square = Some(Square::new(digit as u32 - 16));
        }
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(square, Piece { color, role });
    }
    let has_passed = setup.ep_square.is_some();
    let chess = setup.position::<Chess>(CastlingMode::Standard);
    let chess = chess.or_else(PositionError::ignore_impossible_check);
    let chess = chess
        .or_else(PositionError::ignore_too_much_material)
        .ok()?;
    let is_real = !has_passed || chess.ep_square(EnPassantMode::Legal).is_some();
    is_real.then_some(chess)
}

fn name_and_place(chess: &Chess) -> (String, usize) {
    let passed = chess.ep_square(EnPassantMode::Legal);
    let mut men: Vec<(bool, usize, u32)> = Vec::new();
    for (square, piece) in chess.board() {
        let mut written = u32::from(square);
        if passed.is_some_and(|passed| {
            piece.role == Role::Pawn
                && piece.color != chess.turn()
                && u32::from(passed) == written + 8
        }) {
            written += 24;
        }
        men.push((piece.color == Color::Black, rank_of(piece.role), written));
    }
    men.sort_unstable();
    let name = men.iter().map(|(_, rank, _)| ORDER[*rank].upper_char());
    let place = men
        .iter()
        .fold(0, |place, (.., s)| place * 64 + *s as usize);
    (name.collect(), place)
}

/// A certificate as data.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Draft {
    pub(crate) claim: String,
    pub(crate) mode: String,
    pub(crate) listed: Option<Vec<usize>>,
    pub(crate) digest: String,
    /// The endings, by their numbers in the world.
    pub(crate) sections: Vec<DraftSection>,
}

#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct DraftSection {
    pub(crate) ending: usize,
    pub(crate) said: BTreeMap<usize, u32>,
    /// The plans at a place: the first is its own if it has one.
    pub(crate) plans: BTreeMap<usize, Vec<DraftPlan>>,
}

#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct DraftPlan {
    pub(crate) measure: u32,
    pub(crate) number: u32,
    /// The further plans after the replies; empty if it ends.
    pub(crate) goes_on: Vec<u32>,
}

pub(crate) const DIGEST: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

impl Draft {
    pub(crate) fn section(&mut self, ending: usize) -> &mut DraftSection {
        let known = self.sections.iter().position(|s| s.ending == ending);
        let at = known.unwrap_or_else(|| {
            self.sections.push(DraftSection {
                ending,
                ..DraftSection::default()
            });
            self.sections.len() - 1
        });
        &mut self.sections[at]
    }

    /// Says that a position has a plan of one move.
    pub(crate) fn plan(&mut self, (ending, place): Spot, measure: u32, number: usize) {
        let section = self.section(ending);
        section.said.insert(place, 2 * measure);
        let plan = DraftPlan {
            measure,
            number: number as u32,
            goes_on: Vec::new(),
        };
        section.plans.insert(place, vec![plan]);
    }

    pub(crate) fn said(&self, (ending, place): Spot) -> u32 {
        let mut sections = self.sections.iter();
        let section = sections.find(|section| section.ending == ending);
        let said = section.and_then(|section| section.said.get(&place));
        said.copied().unwrap_or(0)
    }

    /// The certificate without what the slow judge never looks at: the measures and the digest.
    pub(crate) fn judged(mut self) -> Draft {
        self.digest.clear();
        for section in &mut self.sections {
            for said in section.said.values_mut() {
                *said = if *said % 2 == 1 { 1 } else { 2 };
            }
            let plans = section.plans.values_mut().flatten();
            plans.for_each(|plan| plan.measure = 0);
        }
        self
    }

    /// The content of the certificate.
    pub(crate) fn content(&self, world: &mut World) -> Vec<u8> {
        let names: Vec<&str> = self
            .sections
            .iter()
            .map(|section| world.endings[section.ending].as_str())
            .collect();
        let mut text = format!("claim {}\nmode {}\n", self.claim, self.mode);
        text += match self.listed {
            Some(_) => "positions listed\n",
            None => "positions all\n",
        };
        text += &format!("chapter test\ndigest {}\nmen {}\n", self.digest, names[0]);
        for name in names {
            text += &format!("section {name} table\n");
        }
        text += "\n";
        let mut bytes = text.into_bytes();
        if let Some(listed) = &self.listed {
            let places = world.places(self.sections[0].ending);
            let mut bits = vec![0u8; places.len().div_ceil(8)];
            for place in listed {
                let idx = places.binary_search(place).expect("it is known");
                bits[idx / 8] |= 1 << (idx % 8);
            }
            bytes.extend(bits);
        }
        for section in &self.sections {
            section.write(
                &world.places(section.ending),
                self.mode == "strong",
                &mut bytes,
            );
        }
        bytes
    }
}

impl DraftSection {
    fn write(&self, places: &[usize], is_strong: bool, bytes: &mut Vec<u8>) {
        for place in places {
            number(self.said.get(place).copied().unwrap_or(0), bytes);
        }
        for place in places {
            let plans = self.plans.get(place).map_or(&[][..], Vec::as_slice);
            let said = self.said.get(place).copied().unwrap_or(0);
            let n_own = usize::from(said > 0 && said.is_multiple_of(2));
            if is_strong {
                number((plans.len() - n_own) as u32, bytes);
            }
            for (idx, plan) in plans.iter().enumerate() {
                if idx >= n_own {
                    number(plan.measure, bytes);
                }
                number(plan.number, bytes);
            }
        }
        let plans = self.plans.values().flatten();
        for plan in plans.filter(|_| is_strong) {
            number(plan.goes_on.len() as u32, bytes);
            plan.goes_on.iter().for_each(|next| number(*next, bytes));
        }
    }
}

pub(crate) fn number(mut n: u32, bytes: &mut Vec<u8>) {
    while n > 127 {
        bytes.push(n as u8 | 128);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// A content wrapped as a file, packed as literals only.
pub(crate) fn file(content: &[u8]) -> Vec<u8> {
    let mut block = vec![if content.len() < 15 {
        (content.len() as u8) << 4
    } else {
        0xf0
    }];
    if content.len() >= 15 {
        let mut rest = content.len() - 15;
        while rest >= 255 {
            block.push(255);
            rest -= 255;
        }
        block.push(rest as u8);
    }
    block.extend(content);
    let mut file = b"NASVCERT".to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend(certcheck::unpack::crc32(content).to_le_bytes());
    file.extend((content.len() as u64).to_le_bytes());
    file.extend((block.len() as u64).to_le_bytes());
    file.extend(block);
    file
}

/// Numbers that look random and are the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}
