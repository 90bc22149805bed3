//! Moves: entered by the user, found by the advice, answered by an opponent, and taken back.

use domain::{Domain, Side};

use crate::session::customs::GameEnd;
use crate::session::dialogue::{Arrival, Left, Then};
use crate::session::opponent::{Opponent, first_moves, random_move};
use crate::session::record::{By, Ply, number};
use crate::session::seat::{Leaving, Said, Sitting};
use crate::session::wording::{columns, plural, sentence, wrapped};

/// A game has at most so many moves, as many as can be loaded again.
const MAX_PLIES: usize = 4_000;

/// So many legal moves are looked through for those like one that is not legal, and so many are told.
const MAX_COMPARED: usize = 500;
const MAX_NEAR: usize = 12;

/// So many moves are listed.
const MAX_LISTED: usize = 200;

impl<D: Domain> Sitting<'_, D> {
    /// A move that the user enters, whoever's it is.
    pub(crate) fn enter(&mut self, text: &str) -> Said {
        if let Some(ending) = self.ending() {
            return Err(format!(
                "The game is over. {} `back` takes moves back, `new` begins another game.\n",
                ending.sentence
            ));
        }
        let read =
            self.seat
                .domain
                .read_move(self.position(), self.seat.view, without_number(text));
        let moves = self.seat.customs.moves_in(text);
        if read.is_err() && moves.len() > 1 {
            return self.enter_all(&moves);
        }
        let m =
            read.map_err(|error| sentence(&error.message) + &self.near(without_number(text)))?;
        let mut said = String::new();
        self.play(m, By::Hand, "", &mut said)?;
        self.go_on(&mut said);
        Ok(self.conclude(said))
    }

    /// Several moves of both sides, one after the other; if one cannot be played, none is.
    fn enter_all(&mut self, moves: &[String]) -> Said {
        let view = self.seat.view;
        let mut position = self.position().clone();
        let mut read = Vec::new();
        for (idx, text) in moves.iter().enumerate() {
            let m = self.seat.domain.read_move(&position, view, text);
            let m = m.map_err(|error| {
                let which = format!("move {} of {}, `{text}`", idx + 1, moves.len());
                sentence(&format!("{which}: {}", error.message)) + "None of them is played.\n"
            })?;
            position = self.seat.domain.play(&position, m);
            read.push(m);
        }
        if self.ply() + read.len() > MAX_PLIES {
            return Err(too_many_moves());
        }
        let (before, mut said) = (self.ply(), String::new());
        for m in read {
            self.play_on(m, By::Hand, "", &mut said);
        }
        self.hand_over(before, &mut said);
        self.go_on(&mut said);
        Ok(self.conclude(said))
    }

    /// Our move by the advice.
    pub(crate) fn go(&mut self) -> Said {
        if let Some(ending) = self.ending() {
            return Err(format!("The game is over. {}\n", ending.sentence));
        }
        let mut said = String::new();
        match (self.turn(), self.session.settings.opponent.answers()) {
            (Side::Us, false) => self.our_move(&mut said)?,
            (Side::Us, true) => {
                self.our_move(&mut said)?;
                self.go_on(&mut said);
            }
            (Side::Them, true) => self.go_on(&mut said),
            (Side::Them, false) => return Err(self.their_turn()),
        }
        Ok(self.conclude(said))
    }

    /// Whoever answers by himself does: an opponent, or we where our moves come at once.
    pub(crate) fn go_on(&mut self, said: &mut String) {
        if self.seat.leaving.is_some() || self.ending().is_some() {
            return;
        }
        let opponent = self.session.settings.opponent;
        let problem = match (self.turn(), opponent.answers()) {
            (Side::Us, false) if self.session.settings.auto => self.our_move(said).err(),
            (Side::Us, _) | (Side::Them, false) => None,
            (Side::Them, true) => match self.reply_of(opponent) {
                Ok(None) => None,
                Ok(Some(m)) => {
                    let by = By::Opponent(opponent.name().into());
                    self.play(m, by, "", said).err()
                }
                Err(problem) => Some(format!(
                    "They do not answer: {problem}. Enter their move, or let them try again with `go`."
                )),
            },
        };
        if let Some(problem) = problem {
            *said += &self.wrapped(&problem);
        }
    }

    /// The reply of one who answers by himself; none if he leaves it to the user, or cannot move.
    fn reply_of(&mut self, opponent: Opponent) -> Result<Option<D::Move>, String> {
        match opponent {
            Opponent::Human => Ok(None),
            Opponent::Random => {
                let position = &self.seat.positions[self.ply()];
                Ok(random_move(
                    &self.seat.domain,
                    position,
                    &mut self.session.random,
                ))
            }
            Opponent::Tables => {
                let worths = self.worths(self.ply())?;
                let best = worths.first().map(|worth| {
                    let m = self
                        .seat
                        .domain
                        .read_move(self.position(), self.seat.view, &worth.m);
                    m.map_err(|error| error.message)
                });
                best.transpose()
            }
        }
    }

    fn our_move(&mut self, said: &mut String) -> Result<(), String> {
        if self.seat.chapter.thinks() {
            let (m, by, reason) = self.thought()?;
            return self.play(m, by, &reason, said);
        }
        let choice = self.consult()?;
        let piece = self.seat.chapter.program.piece(choice.piece);
        let by = By::Advice(piece.name.clone());
        let reason = self.reason(&choice)?;
        if self.session.settings.trace && choice.advised.is_some() {
            *said += &self.trace(&choice)?;
        }
        self.play(choice.m, by, &reason, said)
    }

    /// Plays a legal move and says so. If another chapter is for the men that are left, it is made ready.
    fn play(&mut self, m: D::Move, by: By, comment: &str, said: &mut String) -> Result<(), String> {
        if self.ply() >= MAX_PLIES {
            return Err(too_many_moves());
        }
        let before = self.ply();
        self.play_on(m, by, comment, said);
        self.hand_over(before, said);
        Ok(())
    }

    /// Plays a legal move and says so; the chapter stays.
    fn play_on(&mut self, m: D::Move, by: By, comment: &str, said: &mut String) {
        let text = self
            .seat
            .domain
            .write_move(self.position(), self.seat.view, m);
        let ply = self.ply();
        let is_planned =
            matches!(&self.seat.choice, Some((at, choice)) if *at == ply && choice.m == m);
        match self.turn() {
            Side::Them => self.seat.advisor.reply(m),
            Side::Us if is_planned => {}
            Side::Us => self.seat.advisor.forget(),
        }
        let label = number(self.opening(), ply);
        let line = match &by {
            By::Advice(piece) => format!("{text:<7} {piece}: {comment}"),
            By::Hand => text.clone(),
            By::Opponent(name) => format!("{text:<7} ({name})"),
        };
        let colour = self.session.settings.style.colour;
        *said += &columns(
            &label,
            line.trim_end_matches([' ', ':']),
            colour,
            self.width(),
        );
        let next = self.seat.domain.play(self.position(), m);
        self.seat.positions.push(next);
        self.session.record.undone.clear();
        self.session.record.plies.push(Ply {
            text,
            by,
            chapter: self.seat.chapter.name.clone(),
            comment: comment.into(),
        });
    }

    /// When the men have changed since a position, so that the chapter is not for them, goes on with a shipped one that
    /// is.
    fn hand_over(&mut self, before: usize, said: &mut String) {
        let advised_before = self
            .seat
            .chapter
            .advises(&self.seat.domain, &self.seat.positions[before]);
        let advises = self
            .seat
            .chapter
            .advises(&self.seat.domain, self.position());
        if advises || !advised_before || self.ending().is_some() {
            return;
        }
        let (domain, position) = (&self.seat.domain, &self.seat.positions[self.ply()]);
        match self.session.chapters.advising(domain, position) {
            Some(next) => {
                *said += &wrapped(
                    &format!(
                        "The men have changed: `{}` goes on ({}).",
                        next.name, next.program.title
                    ),
                    self.session.width,
                );
                self.session.chapter = next;
                self.leave_for(Then::Play);
                if let Some(Leaving::For(arrival)) = &mut self.seat.leaving {
                    arrival.left = Left::HandedOver;
                }
            }
            None => {
                let ends = "The men have changed and no chapter is for them: the advice ends here.";
                *said += &wrapped(ends, self.session.width);
            }
        }
    }

    /// The session goes on at another table, where `then` follows.
    pub(crate) fn leave_for(&mut self, then: Then) {
        self.seat.leaving = Some(Leaving::For(Arrival {
            said: String::new(),
            then,
            left: Left::Asked,
        }));
    }

    /// Ends what is said after moves: by the position, and what a referee adds. If the table is left, the next one
    /// says it.
    pub(crate) fn conclude(&mut self, mut said: String) -> String {
        if let Some(Leaving::For(arrival)) = &mut self.seat.leaving {
            arrival.said.insert_str(0, &said);
            return String::new();
        }
        said += &self.board();
        if let Some(ending) = self.ending() {
            let next = "`new` begins another game, `back` takes moves back.";
            said += &self.wrapped(&format!("{} {next}", ending.sentence));
        } else if let Some(draw) = self.claim() {
            said += &self.wrapped(&format!("{} You may go on.", draw.sentence));
        }
        said
    }

    /// A draw that may be claimed: the game can be ended here, or go on.
    pub(crate) fn claim(&self) -> Option<GameEnd> {
        let written = |position| self.seat.domain.write_position(position, self.seat.view);
        let positions: Vec<String> = self.seat.positions.iter().map(written).collect();
        self.seat.customs.claim(&self.session.record, &positions)
    }

    /// Takes moves back.
    pub(crate) fn back(&mut self, rest: &str) -> Said {
        let n = match rest {
            "" => self.plies_to_choice(),
            _ => self.count(rest, self.ply())?,
        };
        if n == 0 {
            return Err(
                "This is the beginning of the game: there is nothing to take back.\n".into(),
            );
        }
        let mut chapter = self.seat.chapter.name.clone();
        for _ in 0..n {
            let ply = self.session.record.plies.pop();
            let ply = ply.expect("not more moves are taken back than there are");
            chapter.clone_from(&ply.chapter);
            self.session.record.undone.push(ply);
        }
        self.seat.positions.truncate(self.seat.positions.len() - n);
        self.forget_advice();
        let said = format!("Taken back: {}.\n", plural(n, "move"));
        self.return_to(&chapter);
        Ok(self.conclude(said))
    }

    /// Plays again what was taken back.
    pub(crate) fn forward(&mut self, rest: &str) -> Said {
        let n_undone = self.session.record.undone.len();
        let at_most = match rest {
            "" => n_undone,
            _ => self.count(rest, n_undone)?,
        };
        if at_most == 0 {
            return Err("Nothing has been taken back since the last move.\n".into());
        }
        let mut chapter = self.seat.chapter.name.clone();
        let mut n = 0;
        // Where no number is named, up to the user's next choice.
        while n < at_most && !(rest.is_empty() && n > 0 && self.is_users_turn()) {
            n += 1;
            let ply = self.session.record.undone.pop();
            let ply = ply.expect("not more moves are played again than were taken back");
            let m = self
                .seat
                .domain
                .read_move(self.position(), self.seat.view, &ply.text)
                .expect("a move that was taken back can be played again");
            let next = self.seat.domain.play(self.position(), m);
            self.seat.positions.push(next);
            chapter.clone_from(&ply.chapter);
            self.session.record.plies.push(ply);
        }
        // The chapter of the next move, if one is known, is the one in use after this move.
        if let Some(next) = self.session.record.undone.last() {
            chapter.clone_from(&next.chapter);
        }
        self.forget_advice();
        let said = format!("Played again: {}.\n", plural(n, "move"));
        self.return_to(&chapter);
        Ok(self.conclude(said))
    }

    /// Makes the chapter ready that was in use at another moment of the game.
    fn return_to(&mut self, name: &str) {
        // A chapter that the user has chosen since then stays, if it is for these men too.
        if name == self.seat.chapter.name
            || self
                .seat
                .chapter
                .advises(&self.seat.domain, self.position())
        {
            return;
        }
        let shipped = self.session.chapters.shipped().iter();
        let shipped = shipped.into_iter().find(|chapter| chapter.name == name);
        let found = match shipped {
            Some(chapter) => Some(std::sync::Arc::clone(chapter)),
            None => self.session.read_chapter(name).ok(),
        };
        if let Some(chapter) =
            found.filter(|found| found.advises(&self.seat.domain, self.position()))
        {
            self.session.chapter = chapter;
            self.leave_for(Then::Show);
        }
    }

    /// Does the user enter the next move?
    fn is_users_turn(&self) -> bool {
        self.users_side().is_none_or(|side| side == self.turn())
    }

    /// How many moves lead back to the user's last choice; where he has had none, to the move before.
    fn plies_to_choice(&self) -> usize {
        let side = self.users_side();
        let turn = |n: usize| self.seat.domain.turn(&self.seat.positions[self.ply() - n]);
        (1..=self.ply())
            .find(|n| side.is_none_or(|side| turn(*n) == side))
            .unwrap_or(self.ply().min(1))
    }

    /// How many moves are named; at most so many.
    fn count(&self, rest: &str, at_most: usize) -> Result<usize, String> {
        let n = match rest {
            "all" => at_most,
            _ => match rest.parse() {
                Ok(n) if n > 0 => n,
                Ok(_) | Err(_) => {
                    return Err("Say how many moves, for example 3, or `all`.\n".into());
                }
            },
        };
        Ok(n.min(at_most))
    }

    /// What was found out about positions that the game has left.
    pub(crate) fn forget_advice(&mut self) {
        self.seat.advisor.forget();
        self.seat.choice = None;
        self.seat.hinted = None;
        self.session.before = None;
    }

    /// The legal moves.
    pub(crate) fn list_moves(&self) -> String {
        let moves = self.written_moves(MAX_LISTED);
        if moves.is_empty() {
            return "There is no legal move.\n".into();
        }
        let more = if moves.len() == MAX_LISTED {
            " …"
        } else {
            ""
        };
        self.wrapped(&(moves.join(" ") + more))
    }

    fn written_moves(&self, at_most: usize) -> Vec<String> {
        let moves = first_moves(&self.seat.domain, self.position(), at_most).into_iter();
        moves
            .map(|m| {
                self.seat
                    .domain
                    .write_move(self.position(), self.seat.view, m)
            })
            .collect()
    }

    /// Legal moves like one that is not legal: of the same man, or to the same place.
    fn near(&self, text: &str) -> String {
        let first = |text: &str| text.chars().next().map(|ch| ch.to_ascii_lowercase());
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let end: String = bare
            .chars()
            .skip(bare.chars().count().saturating_sub(2))
            .collect();
        let all = self.written_moves(MAX_COMPARED);
        let is_near = |m: &&String| first(m) == first(text) || m.contains(&end.to_lowercase());
        let mut near: Vec<&String> = all.iter().filter(is_near).collect();
        if near.is_empty() {
            near = all.iter().collect();
        }
        let more = if near.len() > MAX_NEAR { " …" } else { "" };
        near.truncate(MAX_NEAR);
        let near: Vec<&str> = near.into_iter().map(String::as_str).collect();
        self.wrapped(&format!("Legal are: {}{more}", near.join(" ")))
    }

    /// What to say to one who asks for our move when it is theirs.
    pub(crate) fn their_turn(&self) -> String {
        let example = self.written_moves(1);
        let example = example.first().map(String::as_str).unwrap_or_default();
        let turn = self.whose_turn();
        format!("It is {turn}: enter the move, for example {example}.\n")
    }

    /// Whose turn it is, in words.
    pub(crate) fn whose_turn(&self) -> String {
        match self.side(self.turn()).as_str() {
            "us" => "our turn".into(),
            "them" => "their turn".into(),
            colour => format!("{colour}'s move"),
        }
    }

    pub(crate) fn flip(&mut self) -> String {
        let style = &mut self.session.settings.style;
        style.flipped = !style.flipped;
        self.board()
    }
}

fn too_many_moves() -> String {
    format!("A game has at most {MAX_PLIES} moves; save it and begin another one.\n")
}

/// A move without the number that may stand before it: `3. Kd4`, `3... Kd4`.
fn without_number(text: &str) -> &str {
    let digits = text.trim_start_matches(|ch: char| ch.is_ascii_digit());
    if digits.len() < text.len() && digits.starts_with(['.', '…']) {
        digits.trim_start_matches(['.', '…']).trim_start()
    } else {
        text
    }
}
