//! `nasvet annotate` and `nasvet export --study`: files of games as other chess programs keep them.

use std::fs;
use std::process::Command;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position};

use crate::{assert_has, nasvet, ran, scratch};

/// Black holds the draw until Kd8: the king must go straight back to e8. Everything that PGN knows is in it.
const GAME: &str = "[Event \"A pawn ending\"]\r\n[White \"A\"]\r\n[Black \"B\"]\r\n[SetUp \"1\"]\r\n\
    [FEN \"4k3/8/8/4P3/4K3/8/8/8 b - - 0 1\"]\r\n\r\n\
    {Before} 1... Kf7 $6 {A comment; with (signs)} (1... Ke7 2. Kd5 (2. Kf5 Kf7 {deep}) 2... Kd7) \
    2. Kd5 ; to the end of the line\r\n% an escape\r\n2... Ke7 3. e6 Kd8 4. Ke5 *\r\n\r\n";

#[test]
fn a_game_is_annotated_into_a_file() {
    let folder = scratch("annotate-file");
    folder.file("game.pgn", GAME);
    let args = ["annotate", "game.pgn", "-o", "new.pgn", "--endings"];
    for (endings, expected) in [
        (
            "practice.epd",
            "4k3/8/8/4P3/4K3/8/8/8 b - - id \"kpk-defence A pawn ending\"; c0 \"Black to move and draw\";\n",
        ),
        (
            "practice.pgn",
            "[FEN \"4k3/8/8/4P3/4K3/8/8/8 b - - 0 1\"]\n\n{Black to move and draw. See the chapter kpk-defence.} *\n",
        ),
    ] {
        let run = nasvet(&[&args[..], &[endings]].concat())
            .inside(folder.path())
            .run();
        assert_eq!(run.status, Some(0), "{run:?}");
        assert_has(&run.err, "1 game, ");
        let written = fs::read_to_string(folder.path().join(endings)).expect("the endings");
        assert_has(&written, expected);
    }
    let new = fs::read_to_string(folder.path().join("new.pgn")).expect("the game");
    // The mistake and the better line; the reply gives the win back, so the line that punishes stands there.
    assert_has(&new, "Kd8 $4 {");
    assert_has(&new, "} (3... Ke8 ");
    assert_has(&new, "4. Ke5 $4 {");
    assert_has(&new, "} (4. Kd6 Ke8 5. e7 Kf7 6. Kd7 Kg6 7. e8=Q+) *");
    // Somebody had judged the first move already.
    assert_has(&new, "1... Kf7 $6 {[%cal ");
    for kept in [
        "{Before}",
        "{A comment; with (signs)}",
        "(2. Kf5 Kf7 {deep})",
        "; to the end of the line\r\n% an escape\r\n",
    ] {
        assert_has(&new, kept);
    }
}

#[test]
fn what_is_printed_is_the_file_with_comments() {
    // A file in Latin-1 stays one.
    let folder = scratch("annotate-latin");
    let game = b"[White \"M\xfcller\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 d6 *";
    folder.file("latin.pgn", game);
    let output = Command::new(env!("CARGO_BIN_EXE_nasvet"))
        .args(["annotate", "latin.pgn"])
        .env("NASVET_CACHE", folder.path())
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert!(
        output
            .stdout
            .starts_with(b"[White \"M\xfcller\"]\n\n1. e4 e5")
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_has(&text, "4. d3 $4 {");
    assert_has(&text, "(4. Qxf7#)");

    // Without combinations nothing is left to say, and what is no game passes through.
    for text in [
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 d6 *\n",
        "no game at all\n",
        "",
    ] {
        let run = nasvet(&["annotate", "-", "--without-combinations"]);
        assert_eq!(run.input(text).run().out, text);
    }
    let run = nasvet(&["annotate", "-"]).input(GAME).run();
    assert_has(&run.out, "Kd8 $4 {");
}

#[test]
fn tables_speak_where_no_chapter_does() {
    // Queen against bishop is won, but not if the queen is given away.
    let game = "[FEN \"8/8/8/8/8/2k5/4b3/K2Q4 w - - 0 1\"]\n\n1. Qd3+ Bxd3 *\n";
    let run = nasvet(&["annotate", "-"]).input(game).run();
    assert_has(
        &run.out,
        "1. Qd3+ $4 {[%cal Rd1d3,Gd1e2] Qd3+ gives the win away. Qxe2 wins: mate in ",
    );
    assert_has(&run.out, "(1. Qxe2 ");
    // The reply keeps what it has got, so nothing is said of it.
    assert_has(&run.out, ") Bxd3 *");
}

#[test]
fn what_cannot_be_read_or_written_is_named() {
    let folder = scratch("annotate-problems");
    folder.file("game.pgn", GAME);
    for (args, problem) in [
        (
            &["annotate", "nowhere.pgn"][..],
            "cannot read `nowhere.pgn`",
        ),
        (&["annotate", "."], "cannot read `.`"),
        (
            &["annotate", "game.pgn", "-o", "no/such/file"],
            "cannot write `no/such/file`",
        ),
        (&["annotate"], "<FILE>"),
        (&["export", "krk"], "<--prolog|--study>"),
        (
            &["export", "krk", "--prolog", "--study"],
            "cannot be used with",
        ),
        (&["export", "nim", "--study"], "`nim` is not about chess"),
        (
            &["export", "krk", "--study", "-o", "no/such/file"],
            "cannot write `no/such/file`",
        ),
        (&["export", "no-such-chapter", "--study"], "no-such-chapter"),
    ] {
        let run = nasvet(args).inside(folder.path()).run();
        assert_eq!(run.status, Some(2), "{args:?}: {run:?}");
        assert_has(&run.err, problem);
        assert_eq!(run.out, "");
    }
}

/// Chapters of chess are studies: legal positions, legal moves, and its prose.
#[test]
fn chapters_become_studies() {
    // The last one has no table, and thinks.
    for chapter in ["kqk", "krk", "kpk", "kpkp"] {
        let run = ran(&["export", chapter, "--study"]);
        assert_eq!(run.status, Some(0), "{run:?}");
        let games: Vec<&str> = run.out.split("[Event ").skip(1).collect();
        assert!(
            (2..=64).contains(&games.len()),
            "{chapter}: {} games",
            games.len()
        );
        let mut n_moves = 0;
        for game in &games {
            let (tags, moves) = game.split_once("\n\n").expect("moves come after tags");
            let fen = tags
                .split("[FEN \"")
                .nth(1)
                .and_then(|rest| rest.split('"').next());
            let fen: Fen = fen.expect("a board").parse().expect("a position");
            let mut position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            // Outside of comments there are numbers, moves, and the result.
            let mut outside = String::new();
            for part in moves.split('}') {
                outside += part.split('{').next().unwrap_or_default();
            }
            for word in outside.split_whitespace() {
                if word != "*" && !word.ends_with('.') {
                    let san: SanPlus = word.parse().unwrap_or_else(|_| panic!("{chapter}: {word}"));
                    let m = san
                        .san
                        .to_move(&position)
                        .unwrap_or_else(|_| panic!("{chapter}: {game}"));
                    position.play_unchecked(m);
                    n_moves += 1;
                }
            }
        }
        assert!(n_moves > 0, "{chapter}");
        assert!(run.out.contains("[%cal G"), "{chapter}");
    }
}
