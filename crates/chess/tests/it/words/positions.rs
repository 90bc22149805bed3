//! Positions to ask about, and how they and their values look turned and mirrored.

use domain::{Game, Item, ItemSet, Meaning, Scope, Side, Type, Value, Word, WordId};
use nasvet_chess::{Board, Chess, Convert, Full};
use shakmaty::{
    CastlingMode, Color, EnPassantMode, FromSetup, Move, Position, Role, Setup, Square,
};

/// A plain generator of numbers, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let x = self.0 ^ self.0 >> 33;
        x.wrapping_mul(0xff51_afd7_ed55_8ccd) ^ x >> 29
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 11) as usize % n
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// Positions from random games, and positions with few pieces put down at random.
pub(crate) fn positions(n_played: usize, n_sparse: usize) -> Vec<Full> {
    let mut random = Random(2026);
    let mut positions = Vec::new();
    while positions.len() < n_played {
        let mut position = shakmaty::Chess::default();
        for ply in 0..300 {
            let moves = position.legal_moves();
            let rare = moves.is_empty() || moves.iter().any(|m| m.is_castle() || m.is_en_passant());
            if ply % 29 == 0 || rare {
                positions.push(Full::new(position.clone(), Color::White));
            }
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(random.pick(&moves));
        }
    }
    positions.truncate(n_played);
    while positions.len() < n_played + n_sparse {
        positions.extend(sparse(&mut random));
    }
    positions
}

pub(crate) fn sparse(random: &mut Random) -> Option<Full> {
    let mut setup = Setup::empty();
    setup.turn = random.pick(&Color::ALL);
    let kings = [Color::White.king(), Color::Black.king()];
    let n_others = 1 + random.below(4);
    let others = (0..n_others)
        .map(|_| random.pick(&Role::ALL[..5]).of(random.pick(&Color::ALL)))
        .collect::<Vec<_>>();
    for piece in kings.into_iter().chain(others) {
        let square = random.pick(&Square::ALL);
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(square, piece);
    }
    shakmaty::Chess::from_setup(setup, CastlingMode::Standard)
        .ok()
        .map(|chess| Full::new(chess, Color::White))
}

/// The same position with the sides exchanged and the board turned.
pub(crate) fn turned(position: &Full) -> Full {
    Full::new(position.as_chess().clone(), Color::Black)
}

/// The same value on the turned board.
pub(crate) fn turned_value(ty: Type, value: &Value) -> Value {
    match ty {
        Type::Truth | Type::Number => value.clone(),
        Type::Side => Value::Side(!value.side()),
        Type::Item(nasvet_chess::SQUARE) => Value::Item(Item(value.item().0 ^ 56)),
        Type::Set(nasvet_chess::SQUARE) => {
            Value::Set(value.set().iter().map(|item| Item(item.0 ^ 56)).collect())
        }
        Type::Item(_) | Type::Set(_) | Type::Plan => value.clone(),
    }
}

/// The same position, value and move in the mirror that exchanges left and right.
pub(crate) fn mirrored(position: &Full) -> Full {
    let mut setup = position.as_chess().to_setup(EnPassantMode::Legal);
    setup.board.flip_horizontal();
    setup.ep_square = setup.ep_square.map(Square::flip_horizontal);
    let mirrored = shakmaty::Chess::from_setup(setup, CastlingMode::Standard);
    Full::new(
        mirrored.expect("without castling, a legal position has a legal mirror image"),
        Color::White,
    )
}

pub(crate) fn mirrored_value(ty: Type, value: &Value) -> Value {
    match ty {
        Type::Truth | Type::Number | Type::Side | Type::Plan => value.clone(),
        Type::Item(nasvet_chess::SQUARE) => Value::Item(Item(value.item().0 ^ 7)),
        Type::Set(nasvet_chess::SQUARE) => {
            Value::Set(value.set().iter().map(|item| Item(item.0 ^ 7)).collect())
        }
        Type::Item(_) | Type::Set(_) => value.clone(),
    }
}

pub(crate) fn mirrored_move(m: Move) -> Move {
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => Move::Normal {
            role,
            from: from.flip_horizontal(),
            capture,
            to: to.flip_horizontal(),
            promotion,
        },
        Move::EnPassant { from, to } => Move::EnPassant {
            from: from.flip_horizontal(),
            to: to.flip_horizontal(),
        },
        Move::Castle { .. } | Move::Put { .. } => unreachable!("no castling here"),
    }
}

/// Any value of a type; squares are often those of pieces, and numbers sometimes absurd.
pub(crate) fn any_value(random: &mut Random, ty: Type, position: &Full) -> Value {
    match ty {
        Type::Truth => Value::Truth(random.below(2) == 0),
        Type::Number => {
            Value::Number(random.pick(&[i64::MIN, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, i64::MAX]))
        }
        Type::Side => Value::Side(random.pick(&Side::BOTH)),
        Type::Item(nasvet_chess::SQUARE) if random.below(2) == 0 => {
            let occupied: Vec<Square> = position.occupied().into_iter().collect();
            Value::Item(Item(random.pick(&occupied).into()))
        }
        Type::Item(nasvet_chess::SQUARE) => Value::Item(Item(random.pick(&Square::ALL).into())),
        Type::Item(_) => Value::Item(Item(random.below(6) as u32)),
        Type::Set(_) => Value::Set(ItemSet::from_bits(random.bits() & random.bits())),
        Type::Plan => panic!("no word is about plans"),
    }
}

pub(crate) fn all_words<B: Convert>(game: &Chess<B>) -> impl Iterator<Item = (WordId, &Word)> {
    (0..).map(WordId).zip(&game.vocabulary().words)
}

/// The types of all arguments of a word, the side included.
pub(crate) fn argument_types(word: &Word) -> Vec<Type> {
    word.of_side
        .then_some(Type::Side)
        .into_iter()
        .chain(word.takes.iter().map(|p| p.ty))
        .collect()
}

pub(crate) fn is_of_type(ty: Type, value: &Value) -> bool {
    match (ty, value) {
        (Type::Truth, Value::Truth(_))
        | (Type::Number, Value::Number(_))
        | (Type::Side, Value::Side(_)) => true,
        (Type::Item(nasvet_chess::SQUARE), Value::Item(item)) => item.0 < 64,
        (Type::Item(_), Value::Item(item)) => item.0 < 6,
        (Type::Set(nasvet_chess::SQUARE), Value::Set(_)) => true,
        _ => false,
    }
}

/// The moves of a position if the word speaks of moves; otherwise just one question.
pub(crate) fn moves_for(word: &Word, position: &Full) -> Vec<Option<Move>> {
    match word.scope {
        Scope::Position => vec![None],
        Scope::Move => position.moves().into_iter().map(Some).collect(),
    }
}

pub(crate) fn value_of<B: Convert>(
    game: &Chess<B>,
    id: WordId,
    position: &B,
    m: Option<Move>,
    viewer: Side,
    args: &[Value],
) -> Option<Value> {
    match m {
        None => game.word(id, position, viewer, args),
        Some(m) => game.move_word(id, position, m, viewer, args),
    }
}
