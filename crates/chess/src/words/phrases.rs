//! How explanations phrase the words of chess.
//!
//! Words about moves have no phrase: an explanation writes the move itself.

use domain::{Phrase, Scope, Word};

/// The phrase of a word.
pub(super) fn phrase(word: &Word) -> Option<Phrase> {
    if word.scope == Scope::Move {
        return None;
    }
    let (_, phrase) = PHRASES
        .iter()
        .find(|((name, n_args), _)| *name == word.name && *n_args == word.takes.len())?;
    Some(*phrase)
}

const fn thing(
    name: &'static str,
    n_args: usize,
    noun: &'static str,
) -> ((&'static str, usize), Phrase) {
    ((name, n_args), Phrase::Noun(noun))
}

const fn truth(
    name: &'static str,
    n_args: usize,
    yes: &'static str,
    no: &'static str,
) -> ((&'static str, usize), Phrase) {
    ((name, n_args), Phrase::Truth(yes, no))
}

/// The words by name and number of arguments.
#[rustfmt::skip]
const PHRASES: &[((&str, usize), Phrase)] = &[
    thing("king", 0, "{side} king"),
    thing("kings", 0, "{side} kings"),
    thing("queen", 0, "{side} queen"),
    thing("queens", 0, "{side} queens"),
    thing("rook", 0, "{side} rook"),
    thing("rooks", 0, "{side} rooks"),
    thing("bishop", 0, "{side} bishop"),
    thing("bishops", 0, "{side} bishops"),
    thing("knight", 0, "{side} knight"),
    thing("knights", 0, "{side} knights"),
    thing("pawn", 0, "{side} pawn"),
    thing("pawns", 0, "{side} pawns"),
    thing("men", 0, "{side} pieces"),
    thing("occupied", 0, "the occupied squares"),
    thing("vacant", 0, "the vacant squares"),
    thing("man_on", 1, "the kind of piece on {0}"),
    thing("owner", 1, "the owner of the piece on {0}"),
    truth("bishops_of_both_colours", 0, "{we} have bishops of both colours", "{we} do not have bishops of both colours"),
    thing("board", 0, "the squares of the board"),
    thing("edges", 0, "the squares of the edge"),
    thing("corners", 0, "the corners"),
    thing("centre", 0, "the squares of the centre"),
    truth("edge", 1, "{0} is on the edge", "{0} is not on the edge"),
    truth("corner", 1, "{0} is in a corner", "{0} is not in a corner"),
    truth("same_colour", 2, "{0} and {1} are on squares of one colour", "{0} and {1} are on squares of different colours"),
    thing("file", 1, "the file of {0}"),
    thing("rank", 1, "the rank of {0}, seen from {viewer} side"),
    thing("diagonal", 1, "the number of the rising diagonal of {0}, seen from {viewer} side"),
    thing("antidiagonal", 1, "the number of the falling diagonal of {0}, seen from {viewer} side"),
    thing("edge_distance", 1, "the distance from {0} to the edge"),
    thing("corner_distance", 1, "the distance from {0} to the nearest corner"),
    thing("centre_distance", 1, "the distance from {0} to the centre"),
    thing("file_squares", 1, "the squares on the file of {0}"),
    thing("rank_squares", 1, "the squares on the rank of {0}"),
    thing("diagonal_squares", 1, "the squares on the diagonals of {0}"),
    thing("ahead", 1, "the squares ahead of {0}"),
    thing("behind", 1, "the squares behind {0}"),
    thing("neighbours", 1, "the squares next to {0}"),
    thing("knight_jumps", 1, "the squares a knight's move from {0}"),
    thing("near", 2, "the squares within {1} king moves of {0}"),
    thing("box", 2, "the squares of the box between {0} and {1}"),
    thing("distance", 2, "the distance from {0} to {1}"),
    thing("manhattan", 2, "the distance in files and ranks from {0} to {1}"),
    thing("file_distance", 2, "the number of files from {0} to {1}"),
    thing("rank_distance", 2, "the number of ranks from {0} to {1}"),
    thing("knight_distance", 2, "the number of knight moves from {0} to {1}"),
    thing("rook_distance", 2, "the number of rook moves from {0} to {1}"),
    thing("bishop_distance", 2, "the number of bishop moves from {0} to {1}"),
    thing("queen_distance", 2, "the number of queen moves from {0} to {1}"),
    thing("reachable", 2, "the squares to which a king on {0} can walk around {1}"),
    thing("distance_to", 2, "the distance from {0} to the nearest of {1}"),
    truth("adjacent", 2, "{0} and {1} touch", "{0} and {1} do not touch"),
    thing("between", 2, "the squares between {0} and {1}"),
    truth("between", 3, "{0} is between {1} and {2}", "{0} is not between {1} and {2}"),
    thing("line", 2, "the squares on the line of {0} and {1}"),
    truth("same_file", 2, "{0} and {1} are on one file", "{0} and {1} are not on one file"),
    truth("same_rank", 2, "{0} and {1} are on one rank", "{0} and {1} are not on one rank"),
    truth("same_diagonal", 2, "{0} and {1} are on one diagonal", "{0} and {1} are not on one diagonal"),
    truth("same_line", 2, "{0} and {1} are on one line", "{0} and {1} are not on one line"),
    thing("attacks", 0, "the squares that {we} attack"),
    thing("attackers", 1, "{side} pieces that attack {0}"),
    truth("controls", 1, "{side} pieces attack {0}", "no piece of {side} side attacks {0}"),
    thing("reach", 1, "the squares that the piece on {0} attacks"),
    truth("attacked", 1, "{0} is attacked", "{0} is not attacked"),
    truth("guarded", 1, "{0} is protected", "{0} is not protected"),
    truth("safe", 1, "{side} king would be safe on {0}", "{side} king would not be safe on {0}"),
    thing("pinned", 0, "{side} pinned pieces"),
    thing("checkers", 0, "{side} pieces that give check"),
    thing("loose", 0, "{side} pieces that can be taken for nothing"),
    truth("in_check", 0, "{side_to_move} king is in check", "{side_to_move} king is not in check"),
    truth("mate", 0, "{side_to_move} king is mated", "it is not mate"),
    truth("stalemate", 0, "it is stalemate", "it is not stalemate"),
    thing("legal_moves", 0, "the number of legal moves"),
    thing("mobility", 0, "the number of moves {we} would have"),
    thing("mobility", 1, "the number of moves of {0}"),
    thing("king_steps", 0, "the squares to which {side} king can step"),
    truth("cut_off", 1, "{side} king is cut off from {0}", "{side} king is not cut off from {0}"),
    truth("driven_to_edge", 0, "{side} king cannot leave the edge", "{side} king is not held on the edge"),
    truth("dominated", 1, "{0} is dominated", "{0} is not dominated"),
    truth("forked", 0, "two of {side} pieces are forked", "none of {side} pieces are forked"),
    truth("passed", 1, "{0} is passed", "{0} is not passed"),
    thing("passed_pawns", 0, "{side} passed pawns"),
    thing("queening_square", 1, "the queening square of {0}"),
    thing("steps_to_queen", 1, "the number of moves to the queening square of {0}"),
    thing("pawn_square", 1, "the squares of the square of {0}"),
    thing("key_squares", 1, "the key squares of {0}"),
    truth("opposition", 2, "{0} and {1} stand in opposition", "{0} and {1} do not stand in opposition"),
    truth("distant_opposition", 2, "{0} and {1} stand in distant opposition", "{0} and {1} do not stand in distant opposition"),
    truth("diagonal_opposition", 2, "{0} and {1} stand in diagonal opposition", "{0} and {1} do not stand in diagonal opposition"),
    truth("kpk_won", 4,
        "king on {0} and pawn on {1} win against the king on {2}, as the chapter on king and pawn shows",
        "king on {0} and pawn on {1} do not win against the king on {2}, as the chapter on king and pawn shows"),
    truth("kpk_not_won", 4,
        "the king on {2} holds against king on {0} and pawn on {1}, as the chapter on king and pawn shows",
        "the king on {2} does not hold against king on {0} and pawn on {1}, as the chapter on king and pawn shows"),
    truth("kqkp_won", 5,
        "king on {0} and queen on {1} win against king on {2} and pawn on {3}, as the chapter on queen and pawn shows",
        "king on {0} and queen on {1} do not win against king on {2} and pawn on {3}, as the chapter on queen and pawn shows"),
    truth("kqkp_not_won", 5,
        "king on {2} and pawn on {3} hold against king on {0} and queen on {1}, as the chapter on queen and pawn shows",
        "king on {2} and pawn on {3} do not hold against king on {0} and queen on {1}, as the chapter on queen and pawn shows"),
];

#[cfg(test)]
mod tests {
    use domain::{Game, Type};

    use super::*;
    use crate::{Chess, Full};

    #[test]
    fn phrases_belong_to_words_and_name_all_their_arguments() {
        let game = Chess::<Full>::default();
        for ((name, n_args), phrase) in PHRASES {
            let word = game
                .vocabulary()
                .words
                .iter()
                .find(|word| word.name == *name && word.takes.len() == *n_args)
                .unwrap_or_else(|| panic!("there is a word {name} of {n_args} arguments"));
            let texts = match phrase {
                Phrase::Noun(noun) => {
                    assert_ne!(word.gives, Type::Truth, "{name}");
                    vec![*noun]
                }
                Phrase::Truth(yes, no) => {
                    assert_eq!(word.gives, Type::Truth, "{name}");
                    assert_ne!(yes, no);
                    vec![*yes, *no]
                }
            };
            for text in texts {
                for idx in 0..3 {
                    let named = text.contains(&format!("{{{idx}}}"));
                    assert_eq!(named, idx < *n_args, "{text}");
                }
                assert!(!(text.contains("{we}") || text.contains("{side}")) || word.of_side);
            }
        }
    }
}
