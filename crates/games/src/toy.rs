//! Nim or a graph, whichever it turns out to be: one type, so that whoever serves both compiles an engine once.
//!
//! Neither game has natives or sets of one word, so an engine loses nothing but a branch at each question.

use std::ops::ControlFlow;

use domain::{
    ConstantId, Fast, Game, Header, HeaderError, Item, ItemSet, Man, Meaning, NoManMoves, Notation,
    Rules, Side, Sort, TextError, Value, Vocabulary, WordId,
};

use crate::graph::{AndOr, GraphMove, GraphPosition};
use crate::nim::{Nim, NimMove, NimPosition};

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toy {
    /// The game of [`Nim`].
    Nim,
    /// The game of [`AndOr`].
    Graphs,
}

/// A position of one of the games.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ToyPosition {
    /// Heaps of matches.
    Nim(NimPosition),
    /// A node of a graph.
    Graphs(GraphPosition),
}

/// A move in one of the games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ToyMove {
    /// Takes matches.
    Nim(NimMove),
    /// Goes to a node.
    Graphs(GraphMove),
}

/// Asks the game of a position.
macro_rules! of_position {
    ($position:expr, |$game:ident, $at:ident| $ask:expr) => {
        match $position {
            ToyPosition::Nim($at) => {
                let $game = Nim;
                $ask
            }
            ToyPosition::Graphs($at) => {
                let $game = AndOr;
                $ask
            }
        }
    };
}

/// Asks the game of a position and a move in it.
macro_rules! of_move {
    ($position:expr, $m:expr, |$game:ident, $at:ident, $by:ident| $ask:expr) => {
        match ($position, $m) {
            (ToyPosition::Nim($at), ToyMove::Nim($by)) => {
                let $game = Nim;
                $ask
            }
            (ToyPosition::Graphs($at), ToyMove::Graphs($by)) => {
                let $game = AndOr;
                $ask
            }
            (ToyPosition::Nim(_), ToyMove::Graphs(_))
            | (ToyPosition::Graphs(_), ToyMove::Nim(_)) => {
                panic!("a move belongs to the game of its position")
            }
        }
    };
}

impl Toy {
    fn game(&self) -> &'static dyn Game {
        match self {
            Toy::Nim => &Nim,
            Toy::Graphs => &AndOr,
        }
    }
}

impl Game for Toy {
    fn vocabulary(&self) -> &Vocabulary {
        self.game().vocabulary()
    }

    fn read_header(&self, words: &[&str]) -> Result<Header, HeaderError> {
        self.game().read_header(words)
    }

    fn check_position(&self, position: &str, header: &Header) -> Result<(), TextError> {
        self.game().check_position(position, header)
    }

    fn check_move(&self, position: &str, header: &Header, m: &str) -> Result<(), TextError> {
        self.game().check_move(position, header, m)
    }
}

impl Rules for Toy {
    type Position = ToyPosition;
    type Move = ToyMove;

    fn repeats(&self) -> bool {
        match self {
            Toy::Nim => Nim.repeats(),
            Toy::Graphs => AndOr.repeats(),
        }
    }

    fn turn(&self, position: &ToyPosition) -> Side {
        of_position!(position, |game, at| game.turn(at))
    }

    fn visit_moves(
        &self,
        position: &ToyPosition,
        mut visit: impl FnMut(ToyMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match position {
            ToyPosition::Nim(at) => Nim.visit_moves(at, |m| visit(ToyMove::Nim(m))),
            ToyPosition::Graphs(at) => AndOr.visit_moves(at, |m| visit(ToyMove::Graphs(m))),
        }
    }

    fn play(&self, position: &ToyPosition, m: ToyMove) -> ToyPosition {
        of_move!(position, m, |game, at, by| game.play(at, by).into())
    }
}

impl Meaning for Toy {
    fn word(
        &self,
        word: WordId,
        position: &ToyPosition,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        of_position!(position, |game, at| game.word(word, at, viewer, args))
    }

    fn move_word(
        &self,
        word: WordId,
        position: &ToyPosition,
        m: ToyMove,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        of_move!(position, m, |game, at, by| game
            .move_word(word, at, by, viewer, args))
    }

    fn constant(&self, constant: ConstantId, viewer: Side) -> Item {
        match self {
            Toy::Nim => Nim.constant(constant, viewer),
            Toy::Graphs => AndOr.constant(constant, viewer),
        }
    }

    fn moves_man(&self, position: &ToyPosition, m: ToyMove, man: Man) -> bool {
        of_move!(position, m, |game, at, by| game.moves_man(at, by, man))
    }

    fn moves_left(&self, position: &ToyPosition, m: ToyMove, targets: &ItemSet) -> Option<i64> {
        of_move!(position, m, |game, at, by| game.moves_left(at, by, targets))
    }

    fn origin(&self, position: &ToyPosition, m: ToyMove) -> Option<Item> {
        of_move!(position, m, |game, at, by| game.origin(at, by))
    }

    fn belongs(&self, position: &ToyPosition, header: &Header) -> bool {
        of_position!(position, |game, at| game.belongs(at, header))
    }
}

impl Notation for Toy {
    type View = ();

    fn read_position(&self, text: &str, header: &Header) -> Result<(ToyPosition, ()), TextError> {
        Ok(match self {
            Toy::Nim => (Nim.read_position(text, header)?.0.into(), ()),
            Toy::Graphs => (AndOr.read_position(text, header)?.0.into(), ()),
        })
    }

    fn write_position(&self, position: &ToyPosition, view: ()) -> String {
        of_position!(position, |game, at| game.write_position(at, view))
    }

    fn read_move(
        &self,
        position: &ToyPosition,
        view: (),
        text: &str,
    ) -> Result<ToyMove, TextError> {
        of_position!(position, |game, at| game
            .read_move(at, view, text)
            .map(ToyMove::from))
    }

    fn write_move(&self, position: &ToyPosition, view: (), m: ToyMove) -> String {
        of_move!(position, m, |game, at, by| game.write_move(at, view, by))
    }

    fn write_item(&self, position: &ToyPosition, view: (), sort: Sort, item: Item) -> String {
        of_position!(position, |game, at| game.write_item(at, view, sort, item))
    }

    fn read_item(&self, position: &ToyPosition, view: (), sort: Sort, text: &str) -> Option<Item> {
        of_position!(position, |game, at| game.read_item(at, view, sort, text))
    }

    fn write_side(&self, side: Side, view: ()) -> String {
        match self {
            Toy::Nim => Nim.write_side(side, view),
            Toy::Graphs => AndOr.write_side(side, view),
        }
    }

    fn arrow(&self, position: &ToyPosition, m: ToyMove) -> Option<(Item, Item)> {
        of_move!(position, m, |game, at, by| game.arrow(at, by))
    }
}

impl Fast for Toy {
    type ManMoves = NoManMoves;
}

impl From<NimPosition> for ToyPosition {
    fn from(position: NimPosition) -> ToyPosition {
        ToyPosition::Nim(position)
    }
}

impl From<GraphPosition> for ToyPosition {
    fn from(position: GraphPosition) -> ToyPosition {
        ToyPosition::Graphs(position)
    }
}

impl From<NimMove> for ToyMove {
    fn from(m: NimMove) -> ToyMove {
        ToyMove::Nim(m)
    }
}

impl From<GraphMove> for ToyMove {
    fn from(m: GraphMove) -> ToyMove {
        ToyMove::Graphs(m)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;

    /// The toy says of a position, its moves and its words what the game itself says.
    fn check<G: Notation<View = ()>>(toy: Toy, game: G, text: &str)
    where
        ToyPosition: From<G::Position>,
        ToyMove: From<G::Move>,
        G::Move: Debug,
    {
        let header = Header::default();
        let (at, ()) = game.read_position(text, &header).expect(text);
        let (position, ()) = toy.read_position(text, &header).expect(text);
        assert_eq!(position, ToyPosition::from(at.clone()));
        assert_eq!(toy.repeats(), game.repeats());
        assert_eq!(toy.turn(&position), game.turn(&at));
        assert_eq!(
            toy.write_position(&position, ()),
            game.write_position(&at, ())
        );
        let place = toy.vocabulary().place;
        let name = game.write_item(&at, (), place, Item(0));
        assert_eq!(toy.write_item(&position, (), place, Item(0)), name);
        assert_eq!(
            toy.read_item(&position, (), place, &name),
            game.read_item(&at, (), place, &name)
        );
        let words = (0..).map(WordId).zip(&game.vocabulary().words);
        for (id, word) in words.filter(|(_, word)| word.takes.is_empty()) {
            for m in game.legal_moves(&at) {
                assert_eq!(
                    toy.move_word(id, &position, m.into(), Side::Us, &[]),
                    game.move_word(id, &at, m, Side::Us, &[]),
                    "{}",
                    word.name
                );
            }
        }
        let moves = game.legal_moves(&at);
        let toy_moves: Vec<ToyMove> = moves.iter().map(|m| (*m).into()).collect();
        assert_eq!(toy.legal_moves(&position), toy_moves);
        for (m, by) in toy_moves.into_iter().zip(moves) {
            let written = toy.write_move(&position, (), m);
            assert_eq!(written, game.write_move(&at, (), by));
            assert_eq!(toy.read_move(&position, (), &written), Ok(m));
            assert_eq!(toy.play(&position, m), game.play(&at, by).into());
            assert_eq!(toy.origin(&position, m), game.origin(&at, by));
            assert_eq!(toy.arrow(&position, m), game.arrow(&at, by));
        }
    }

    #[test]
    fn a_toy_is_its_game() {
        check(Toy::Nim, Nim, "2 1 4");
        check(Toy::Nim, Nim, "3 them to move");
        check(Toy::Graphs, AndOr, "a = b and d; b = c or e; goal d e");
        check(
            Toy::Graphs,
            AndOr,
            "z = a or b; b = z and c; goal a; from b",
        );
    }
}
