//! Positions of king and rook against king, as section 6 of van Emden's paper writes them.

use super::definitions::{incheck, kingrule};

/// A square as the paper's pair `I.J`: file and rank, both from 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Square {
    pub(crate) i: i32,
    pub(crate) j: i32,
}

impl Square {
    /// The square of a number: a1 is 0, b1 is 1, h8 is 63.
    pub(crate) fn new(number: u32) -> Square {
        let number = i32::try_from(number).expect("there are 64 squares");
        Square {
            i: number % 8 + 1,
            j: number / 8 + 1,
        }
    }

    /// Its number.
    pub(crate) fn number(self) -> u32 {
        u32::try_from(8 * (self.j - 1) + self.i - 1).expect("the square is on the board")
    }

    /// All squares, a1 first.
    pub(crate) fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square::new)
    }

    /// The square that a king reaches by this step, if it is on the board.
    pub(crate) fn step(self, right: i32, up: i32) -> Option<Square> {
        let to = Square {
            i: self.i + right,
            j: self.j + up,
        };
        ((1..=8).contains(&to.i) && (1..=8).contains(&to.j)).then_some(to)
    }

    /// Its name: `e4`.
    pub(crate) fn name(self) -> String {
        let letter =
            |first: u8, number: i32| char::from(first + u8::try_from(number - 1).expect("1 to 8"));
        format!("{}{}", letter(b'a', self.i), letter(b'1', self.j))
    }

    /// The square of a name.
    pub(crate) fn named(name: &str) -> Square {
        Square::all()
            .find(|square| square.name() == name)
            .expect("the name of a square")
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    Ours,
    Theirs,
}

/// `TURN:TK:OK:OR`: their king, our king, our rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) turn: Turn,
    pub(crate) tk: Square,
    pub(crate) ok: Square,
    pub(crate) or: Square,
}

impl Position {
    /// The position in FEN; we are White.
    pub(crate) fn fen(&self) -> String {
        let mut text = String::new();
        for j in (1..=8).rev() {
            let mut n_empty = 0;
            for i in 1..=8 {
                let square = Square { i, j };
                let mut men = [(self.ok, 'K'), (self.or, 'R'), (self.tk, 'k')].into_iter();
                if let Some((_, letter)) = men.find(|(at, _)| *at == square) {
                    if n_empty > 0 {
                        text += &n_empty.to_string();
                    }
                    n_empty = 0;
                    text.push(letter);
                } else {
                    n_empty += 1;
                }
            }
            if n_empty > 0 {
                text += &n_empty.to_string();
            }
            text.push(if j > 1 { '/' } else { ' ' });
        }
        text.push(if self.turn == Turn::Ours { 'w' } else { 'b' });
        text + " - -"
    }

    /// The position of a FEN.
    pub(crate) fn from_fen(fen: &str) -> Position {
        let (men, is_white) = men_of(fen);
        let at = |wanted: char| {
            men.iter()
                .find(|(letter, _)| *letter == wanted)
                .expect("the man is there")
                .1
        };
        let turn = if is_white { Turn::Ours } else { Turn::Theirs };
        Position {
            turn,
            tk: at('k'),
            ok: at('K'),
            or: at('R'),
        }
    }

    /// The same, after one of our men has gone from one square to another.
    pub(crate) fn after(&self, from: Square, to: Square) -> Position {
        let moved = |man: Square| if man == from { to } else { man };
        Position {
            turn: Turn::Theirs,
            tk: self.tk,
            ok: moved(self.ok),
            or: moved(self.or),
        }
    }

    /// The move of ours that leads to the next position: from where to where.
    pub(crate) fn move_to(&self, next: &Position) -> (Square, Square) {
        if self.ok == next.ok {
            (self.or, next.or)
        } else {
            (self.ok, next.ok)
        }
    }
}

/// The men of a FEN, capitals for White, and whether White is to move.
pub(crate) fn men_of(fen: &str) -> (Vec<(char, Square)>, bool) {
    let mut words = fen.split_whitespace();
    let mut men = Vec::new();
    for (j, rank) in (1..=8).rev().zip(words.next().expect("a board").split('/')) {
        let mut i = 1;
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(n_empty) => i += i32::try_from(n_empty).expect("one digit"),
                None => {
                    men.push((letter, Square { i, j }));
                    i += 1;
                }
            }
        }
    }
    (men, words.next() == Some("w"))
}

/// All legal positions with this side to move: three men apart, the kings not in touch, and with our turn their
/// king not in check.
pub(crate) fn legal_positions(turn: Turn) -> Vec<Position> {
    let mut positions = Vec::new();
    for tk in Square::all() {
        for ok in Square::all().filter(|ok| *ok != tk && !kingrule(tk).any(|next| next == *ok)) {
            for or in Square::all().filter(|or| *or != tk && *or != ok) {
                let position = Position { turn, tk, ok, or };
                if turn == Turn::Theirs || !incheck(&position) {
                    positions.push(position);
                }
            }
        }
    }
    positions
}
