//! Asks a shipped chapter for a move, and prints why.

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use nasvet::{Chapter, Player, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let chapter = Chapter::shipped("krk").ok_or("krk is a shipped chapter")?;
    let position = chapter.position("8/8/8/3k4/8/8/1R6/K7 w - -")?;
    let mut player = Player::new(&chapter);
    match player.advise(&position, &Watch::new()).m {
        Some(m) => println!("{m}\n{}", player.why(&position, &Watch::new())?.text()),
        None => println!("no advice"),
    }
    Ok(())
}
