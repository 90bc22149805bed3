//! Writes a small chapter, proves it over all positions, and prints where it fails.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use nasvet::{BuiltTables, Chapter, NoLibrary, Questions, Watch};

const QUEEN: &str = r#"
endgame "King and queen against king"
us K Q
them K
advice mate_in_two {
  "Mate in two moves."
  better  mate
  holding not stalemate
  us      any
  within  2 moves
}
table { otherwise mate_in_two }
claim wins from every position
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let chapter = Chapter::from_text("queen.advice", QUEEN, &NoLibrary)?;
    let questions = Questions {
        nodes: None,
        room: 256 << 20,
        spare: None,
        games: 1,
        group: false,
    };
    let found = chapter.verify(&mut BuiltTables, questions, &Watch::new())?;
    println!("{}", found.text(None));
    Ok(())
}
