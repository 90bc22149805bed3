//! What was in a file stays: taking out what was put in gives the file again. And what is put in is true.

use nasvet::{BuiltTables, Players, Watch};
use nasvet_pgn::{AnnotateRequest, AnnotatedText, Annotator, scan};

fn annotated(text: &[u8]) -> AnnotatedText {
    let mut annotator = Annotator::new(Players::new(|| Box::new(BuiltTables)));
    let request = AnnotateRequest {
        combinations: true,
        nodes: 2_000,
    };
    annotator.annotate(text, &request, &Watch::new())
}

/// Is the first text what is left of the second after some parts of it are taken out?
fn is_part(first: &[u8], second: &[u8]) -> bool {
    let mut rest = second.iter();
    first.iter().all(|byte| rest.any(|other| other == byte))
}

/// A pawn ending with a mistake, in a file with everything that PGN knows.
const GAME: &str = "[Event \"Ending\"]\r\n[SetUp \"1\"]\r\n[FEN \"4k3/8/8/4P3/4K3/8/8/8 b - - 0 1\"]\r\n\r\n\
    {Before} 1... Kf7 $6 {A comment; with (signs)} (1... Ke7 2. Kd5 (2. Kf5 Kf7 {deep}) 2... Kd7) \
    2. Kf5 ; to the end of the line\r\n% an escape\r\n2... Ke7 3. e6! 1-0\r\n\r\n";

#[test]
fn nothing_is_lost() {
    let check = |text: &[u8]| {
        let annotated = annotated(text);
        assert!(is_part(text, &annotated.text));
        let before = scan(text);
        let after = scan(&annotated.text);
        assert_eq!(before.len(), after.len());
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before.tags, after.tags);
            let sans = |text: &[u8], moves: &[nasvet_pgn::ScannedMove]| -> Vec<Vec<u8>> {
                moves.iter().map(|m| text[m.san.clone()].to_vec()).collect()
            };
            assert_eq!(
                sans(text, &before.moves),
                sans(&annotated.text, &after.moves)
            );
        }
        annotated
    };
    let game = check(GAME.as_bytes());
    assert!(game.n_comments > 0);
    // Latin-1, a game without end, a variant that we do not know, and Chess960.
    check(b"[White \"M\xfcller\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
    check(b"[Variant \"Atomic\"]\n\n1. e4 e5 *\n");
    check(b"[Variant \"Chess960\"]\n[FEN \"1k6/8/8/8/8/8/8/KR5R w HB - 0 1\"]\n\n1. O-O Kc7 *\n");
    check(b"1. e4 -- 2. d4 Zz9 (( } ) 3. x *");
    check(b"");
}

#[test]
fn a_mistake_is_named_and_the_better_move_shown() {
    let text = annotated(GAME.as_bytes()).text;
    let text = String::from_utf8(text).expect("what was put in is UTF-8");
    // Black had the draw with Ke7, the only move: after Kf7, Kd5? or Kf5! — the tables know.
    let first = text.split_once("Kf7 $6").expect("the move is there").1;
    assert!(first.trim_start().starts_with('{'), "{first}");
}

#[test]
fn an_ending_is_a_position_to_practise() {
    let endings = annotated(GAME.as_bytes()).endings;
    assert_eq!(endings.len(), 1, "{endings:?}");
    let epd = endings[0].to_epd();
    assert!(epd.starts_with(
        "4k3/8/8/4P3/4K3/8/8/8 b - - id \"kpk-defence Ending\"; c0 \"Black to move and draw\";"
    ));
}

#[test]
fn a_missed_mate_is_shown() {
    let game = b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 d6 *";
    let text = String::from_utf8(annotated(game).text).expect("UTF-8");
    assert!(text.contains("4. d3 $4 {"), "{text}");
    assert!(text.contains("(4. Qxf7#)"), "{text}");
}

#[test]
fn a_long_game_takes_little_time() {
    let mut game = String::from("[Event \"Long\"]\n\n");
    for number in 0..50_000 {
        let moves = ["Nf3 Nf6", "Ng1 Ng8"][number % 2];
        game += &format!("{}. {moves} ", number + 1);
    }
    game += "*\n";
    let mut annotator = Annotator::new(Players::new(|| Box::new(BuiltTables)));
    let request = AnnotateRequest {
        combinations: false,
        nodes: 2_000,
    };
    let annotated = annotator.annotate(game.as_bytes(), &request, &Watch::new());
    assert_eq!(annotated.text, game.as_bytes());
}
