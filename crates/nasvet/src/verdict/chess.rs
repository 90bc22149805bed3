//! Chess: the tables say what a move is worth, and the moves that follow show it to a player.

use std::cell::Cell;

use chess::{Board as _, Chess, PlacedPiece, Small, View, name_of};
use domain::{BySide, Game as _, Item, ItemSet, Meaning, Notation, Rules, Side, Value};
use shakmaty::{Move, Role};
use verify::{EndgameTables, GameValue, Wdl};

use super::{MoveVerdict, Outlook, Sight, Upshot};

/// A line that punishes a mistake is followed so far: what cannot be seen by then is not shown.
const MAX_PLIES: usize = 11;

/// How far ahead the loss of a man is looked for, in plies.
const MAX_HUNT: usize = 7;

/// For that many positions: of a move that is asked about, and of one that is only mentioned.
const MOST_LOOKS: usize = 3_000;
const TRAP_LOOKS: usize = 300;

/// How far a line is followed that shows a win going astray.
const MAX_SAVING: usize = 8;

/// A line that only shows how the game goes on is this long.
const SHOWN: usize = 5;

/// The legal moves of a position, each with its value for the side that makes it.
#[derive(Clone, Debug)]
pub(crate) struct ChessMoves {
    pub(crate) position: Small,
    pub(crate) view: View,
    pub(crate) moves: Vec<(Move, GameValue)>,
}

impl ChessMoves {
    /// All moves; none if a table is missing.
    pub(crate) fn new(tables: &EndgameTables, position: Small, view: View) -> Option<ChessMoves> {
        let moves = valued(tables, position)?;
        Some(ChessMoves {
            position,
            view,
            moves,
        })
    }

    /// The best move.
    pub(crate) fn best(&self) -> Option<(Move, GameValue)> {
        best(&self.moves)
    }
}

/// What a legal move does to the result; none if a table is missing, or the move is not legal.
pub(crate) fn chess_verdict(
    tables: &EndgameTables,
    asked: &ChessMoves,
    m: Move,
) -> Option<MoveVerdict> {
    let judge = ChessJudge {
        tables,
        chess: Chess::<Small>::new(),
        asked,
        left: Cell::new(0),
    };
    let mut verdict = judge.of(m, MOST_LOOKS)?;
    if verdict.keeps() {
        verdict.trap = judge.trap(m).map(Box::new);
    }
    Some(verdict)
}

struct ChessJudge<'a> {
    tables: &'a EndgameTables,
    chess: Chess<Small>,
    asked: &'a ChessMoves,
    /// How many positions may still be looked at to see a man lost.
    left: Cell<usize>,
}

/// A line from the position that was asked about, and where it leads.
struct ShownLine {
    moves: Vec<String>,
    at: Small,
    view: View,
    /// What can be seen after the best move as well, which explains nothing.
    usual: Vec<Sight>,
    /// What can be seen after their first reply.
    facts: Vec<Sight>,
    /// What can be seen at the end, if that is more.
    later: Vec<Sight>,
}

impl ShownLine {
    fn play(&mut self, chess: Chess<Small>, m: Move) {
        self.moves.push(chess.write_move(&self.at, self.view, m));
        self.at = chess.play(&self.at, m);
    }
}

impl ChessJudge<'_> {
    /// The verdict on a move; so many positions may be looked at to see a man lost.
    fn of(&self, m: Move, looks: usize) -> Option<MoveVerdict> {
        self.left.set(looks);
        let moves = &self.asked.moves;
        let (_, has) = *moves.iter().find(|(legal, _)| *legal == m)?;
        let (best, had) = self.asked.best()?;
        let mut line = ShownLine {
            moves: Vec::new(),
            at: self.asked.position,
            view: self.asked.view,
            usual: Vec::new(),
            facts: Vec::new(),
            later: Vec::new(),
        };
        if had.wdl() > has.wdl() {
            line.usual = self.after_best(best)?;
        }
        line.play(self.chess, m);
        let end = match (had.wdl(), has.wdl()) {
            _ if !self.chess.has_moves(&line.at) => self.standstill(line.at),
            (Wdl::Win, Wdl::Draw) => self.saved(&mut line)?,
            (_, Wdl::Loss) => self.punished(&mut line)?,
            (_, Wdl::Win) => self.longest_defence(&mut line)?,
            (_, Wdl::Draw) => self.best_try(&mut line)?,
        };
        let write = |m| {
            self.chess
                .write_move(&self.asked.position, self.asked.view, m)
        };
        Some(MoveVerdict {
            m: write(m),
            had: outlook(had),
            has: outlook(has),
            best: write(best),
            n_moves: moves.len(),
            n_keeping: moves
                .iter()
                .filter(|(_, value)| value.wdl() == had.wdl())
                .count(),
            line: line.moves,
            end,
            facts: line.facts,
            later: line.later,
            is_zugzwang: has.wdl() == Wdl::Win
                && self.is_zugzwang(self.chess.play(&self.asked.position, m)),
            trap: None,
        })
    }

    /// A move of the same man that fails where another one keeps the result, one whose failure can be seen soonest.
    fn trap(&self, kept: Move) -> Option<MoveVerdict> {
        let (_, had) = self.asked.best()?;
        // Whoever takes something needs no warning, and nobody thinks of underpromotion.
        if kept.is_capture() {
            return None;
        }
        let failing = self.asked.moves.iter();
        let failing = failing.filter(|(m, value)| {
            let natural = m.role() == kept.role() && !m.is_promotion();
            natural && value.wdl() < had.wdl()
        });
        let mut found: Option<((bool, usize), MoveVerdict)> = None;
        for (m, _) in failing {
            let verdict = self.of(*m, TRAP_LOOKS)?;
            let unseen = matches!(verdict.end, Upshot::NoWin { .. } | Upshot::MateFollows);
            // To leave a man where he is taken at once is no trap but an oversight.
            if verdict.line.len() <= 2 && !unseen {
                continue;
            }
            let rank = (unseen, verdict.line.len());
            if found.as_ref().is_none_or(|(best, _)| rank < *best) {
                found = Some((rank, verdict));
            }
        }
        found.map(|(_, verdict)| verdict)
    }

    /// They are lost. Would they not be, if they could pass?
    fn is_zugzwang(&self, at: Small) -> bool {
        let kings = BySide {
            us: at.king(Side::Us),
            them: at.king(Side::Them),
        };
        let others: Vec<PlacedPiece> = at.others().collect();
        // Whoever is in check cannot pass.
        let passed = Small::new(!at.turn(), kings, &others, None);
        let value = passed.and_then(|passed| self.tables.probe(&passed));
        self.chess.has_moves(&at) && value.is_some_and(|value| value.wdl() < Wdl::Win)
    }

    fn standstill(&self, at: Small) -> Upshot {
        match at.in_check() {
            true => Upshot::Mate,
            false => Upshot::Stalemate,
        }
    }

    /// What it means that they have taken a man: can we take back?
    fn taken(&self, at: Small, m: Move) -> Option<Upshot> {
        let man = name_of(m.capture()?);
        let mut ours = self.chess.legal_moves(&at).into_iter();
        let back = ours.any(|ours| ours.is_capture() && ours.to() == m.to());
        Some(match back {
            true => Upshot::Exchanged(man),
            false => Upshot::Taken(man),
        })
    }

    /// What is seen after the best move and the best reply to it.
    fn after_best(&self, m: Move) -> Option<Vec<Sight>> {
        let after = self.chess.play(&self.asked.position, m);
        let reply = best(&valued(self.tables, after)?);
        Some(reply.map_or(Vec::new(), |(reply, _)| {
            self.sights(self.chess.play(&after, reply))
        }))
    }

    /// They are lost no more: the reply that saves them, and how.
    fn saved(&self, line: &mut ShownLine) -> Option<Upshot> {
        let saving = self.saving(line.at)?;
        if let Some(m) = saving.iter().find(|m| m.is_capture()) {
            let m = *m;
            line.play(self.chess, m);
            return self.taken(line.at, m);
        }
        for m in &saving {
            if let Some((upshot, ours, taking)) = self.unsaved(self.chess.play(&line.at, *m)) {
                line.play(self.chess, *m);
                line.play(self.chess, ours);
                line.play(self.chess, taking);
                return Some(upshot);
            }
        }
        let n_saving = saving.len();
        let most = self.most_telling(line, &saving)?;
        line.play(self.chess, most);
        if !self.chess.has_moves(&line.at) {
            return Some(self.standstill(line.at));
        }
        line.facts = self.telling(line, line.at);
        // Where nothing can be seen yet, play on: we try what leaves them the fewest replies.
        let can_see = lone_pawn(line.at).is_some();
        while can_see
            && line.facts.is_empty()
            && line.later.is_empty()
            && line.moves.len() < MAX_SAVING
        {
            let Some(ours) = self.hardest_try(line.at)? else {
                break;
            };
            line.play(self.chess, ours);
            let saving = self.saving(line.at)?;
            let Some(reply) = self.most_telling(line, &saving) else {
                break;
            };
            line.play(self.chess, reply);
            line.later = self.telling(line, line.at);
            if reply.is_capture() || !self.chess.has_moves(&line.at) {
                break;
            }
        }
        Some(Upshot::NoWin { n_saving })
    }

    /// Their moves after which they are not lost.
    fn saving(&self, at: Small) -> Option<Vec<Move>> {
        let moves = valued(self.tables, at)?.into_iter();
        let saving = moves.filter(|(_, value)| value.wdl() >= Wdl::Draw);
        Some(saving.map(|(m, _)| m).collect())
    }

    /// The reply that takes something, or else shows a player most.
    fn most_telling(&self, line: &ShownLine, replies: &[Move]) -> Option<Move> {
        let tells = |m: &&Move| {
            let seen = self.telling(line, self.chess.play(&line.at, **m));
            (m.is_capture(), seen.len())
        };
        // The first of equals.
        replies.iter().rev().max_by_key(tells).copied()
    }

    /// Our move that leaves them the fewest replies that are not lost; none if there is no move.
    fn hardest_try(&self, at: Small) -> Option<Option<Move>> {
        let mut hardest: Option<(usize, Move)> = None;
        for (m, value) in valued(self.tables, at)? {
            if value.wdl() < Wdl::Draw {
                continue;
            }
            let after = self.chess.play(&at, m);
            let n_saving = self.saving(after)?.len();
            // A move that ends the game is no try.
            if n_saving > 0 && hardest.is_none_or(|(fewest, _)| n_saving < fewest) {
                hardest = Some((n_saving, m));
            }
        }
        Some(hardest.map(|(_, m)| m))
    }

    /// Do they take something of ours next, whatever we play, and keep what they have? With a move of ours and the one
    /// that takes.
    fn unsaved(&self, at: Small) -> Option<(Upshot, Move, Move)> {
        // Our best move is shown: a worse one might let them have more than what they take.
        let mut moves = valued(self.tables, at)?;
        moves.sort_by_key(|(_, value)| std::cmp::Reverse(value.wdl()));
        let (_, best) = moves.first()?;
        let kept = best.of_move_here().wdl();
        let mut ways: Vec<(Move, Vec<Move>)> = Vec::new();
        for (ours, _) in moves.iter().copied() {
            let next = self.chess.play(&at, ours);
            let mut taking = self.chess.legal_moves(&next);
            taking.retain(|m| {
                let after = self.chess.play(&next, *m);
                let value = self.tables.probe(&after).map(GameValue::of_move_here);
                m.is_capture() && value.is_some_and(|value| value.wdl() >= kept)
            });
            if taking.is_empty() {
                return None;
            }
            ways.push((ours, taking));
        }
        let (ours, first) = ways.first()?;
        // A pawn that promotes and is taken then was not saved.
        let fallen = |ours: &Move, taking: &Move| match ours.promotion() {
            Some(_) if taking.to() == ours.to() => Some(Role::Pawn),
            _ => taking.capture(),
        };
        let falls_always = |m: &&Move| {
            let man = fallen(ours, m);
            let mut ways = ways.iter();
            ways.all(|(ours, taking)| taking.iter().any(|m| fallen(ours, m) == man))
        };
        if let Some(taking) = first.iter().find(falls_always) {
            let man = name_of(taking.capture()?);
            return Some((Upshot::Unsaved(man), *ours, *taking));
        }
        let taking = *first.first()?;
        let mut others = ways.iter().flat_map(|(ours, taking)| {
            let fallen = taking.iter().filter_map(|m| fallen(ours, m));
            fallen.collect::<Vec<Role>>()
        });
        let other = others.find(|man| Some(*man) != taking.capture())?;
        let either = Upshot::OneOfTwo(name_of(taking.capture()?), name_of(other));
        Some((either, *ours, taking))
    }

    /// They win: the way that takes a man of ours soonest, or else their quickest way, until something can be seen.
    fn punished(&self, line: &mut ShownLine) -> Option<Upshot> {
        for plies in (1..=MAX_HUNT).step_by(2) {
            if let Some(hunt) = self.hunt(line.at, plies)? {
                let last = *hunt.last()?;
                for m in hunt {
                    line.play(self.chess, m);
                    if line.moves.len() == 2 {
                        line.facts = self.telling(line, line.at);
                    }
                }
                return Some(match last.capture() {
                    Some(_) => self.taken(line.at, last)?,
                    None if !self.chess.has_moves(&line.at) => self.standstill(line.at),
                    None => Upshot::Queens,
                });
            }
        }
        while line.moves.len() < MAX_PLIES {
            let (m, _) = best(&valued(self.tables, line.at)?)?;
            line.play(self.chess, m);
            if line.moves.len() == 2 {
                line.facts = self.telling(line, line.at);
            }
            if !self.chess.has_moves(&line.at) {
                return Some(self.standstill(line.at));
            }
            if m.is_capture() {
                let mut theirs = line.at.others().filter(|man| man.side == Side::Them);
                // Nothing was forced: who has a pawn may win by queening it instead, if we defend otherwise.
                match theirs.any(|man| man.role == Role::Pawn) {
                    true => break,
                    false => return self.taken(line.at, m),
                }
            }
            if m.is_promotion() {
                return Some(Upshot::Queens);
            }
            let (m, _) = best(&valued(self.tables, line.at)?)?;
            line.play(self.chess, m);
        }
        // Who has nothing but a pawn wins by queening it.
        let mut winners = line.at.others().filter(|man| man.side == Side::Them);
        let end = match winners.all(|man| man.role == Role::Pawn) {
            true => Upshot::Queens,
            false => Upshot::MateFollows,
        };
        line.moves.truncate(SHOWN - 1);
        Some(end)
    }

    /// Can they win a man of ours, queen, or mate, within so many plies whatever we reply, and still be winning? The line
    /// that lasts longest; of those that queen if there are any, since a man that could be given for the pawn is not
    /// lost in all of them.
    fn hunt(&self, at: Small, plies: usize) -> Option<Option<Vec<Move>>> {
        let Some(left) = self.left.get().checked_sub(1) else {
            return Some(None);
        };
        self.left.set(left);
        let winning = valued(self.tables, at)?.into_iter();
        let winning = winning.filter(|(_, value)| value.wdl() == Wdl::Win);
        for (m, _) in winning {
            let after = self.chess.play(&at, m);
            let replies = self.chess.legal_moves(&after);
            if m.is_capture() || m.is_promotion() || replies.is_empty() {
                return Some(Some(vec![m]));
            }
            if plies < 3 {
                continue;
            }
            let mut longest: Option<Vec<Move>> = None;
            let mut escapes = false;
            for reply in replies {
                let Some(rest) = self.hunt(self.chess.play(&after, reply), plies - 2)? else {
                    escapes = true;
                    break;
                };
                let line: Vec<Move> = [m, reply].into_iter().chain(rest).collect();
                let merit = |line: &Vec<Move>| {
                    let queens = line.last().is_some_and(|m| m.is_promotion());
                    (queens, line.len())
                };
                if longest
                    .as_ref()
                    .is_none_or(|longest| merit(&line) > merit(longest))
                {
                    longest = Some(line);
                }
            }
            if !escapes {
                return Some(longest);
            }
        }
        Some(None)
    }

    /// We win: they hold out as long as they can.
    fn longest_defence(&self, line: &mut ShownLine) -> Option<Upshot> {
        while line.moves.len() < SHOWN {
            let Some((m, _)) = best(&valued(self.tables, line.at)?) else {
                return Some(self.standstill(line.at));
            };
            line.play(self.chess, m);
        }
        Some(match self.chess.has_moves(&line.at) {
            true => Upshot::LongestDefence,
            false => self.standstill(line.at),
        })
    }

    /// It is a draw: their reply that leaves us the fewest answers, and one of these.
    fn best_try(&self, line: &mut ShownLine) -> Option<Upshot> {
        let mut hardest: Option<(usize, Move, Option<Move>)> = None;
        for (m, value) in valued(self.tables, line.at)? {
            // A reply that loses is no try.
            if value.wdl() < Wdl::Draw {
                continue;
            }
            let answers = valued(self.tables, self.chess.play(&line.at, m))?;
            let holding: Vec<Move> = answers
                .iter()
                .filter(|(_, value)| value.wdl() >= Wdl::Draw)
                .map(|(m, _)| *m)
                .collect();
            let all = holding.len() == answers.len();
            let n_answers = if all { usize::MAX } else { holding.len() };
            if hardest.is_none_or(|(fewest, ..)| n_answers < fewest) {
                hardest = Some((n_answers, m, holding.first().copied()));
            }
        }
        let dead = line.at.others().next().is_none();
        let Some((n_answers, m, answer)) = hardest.filter(|_| !dead) else {
            return Some(Upshot::Dead);
        };
        line.play(self.chess, m);
        match answer {
            Some(answer) => line.play(self.chess, answer),
            None => return Some(self.standstill(line.at)),
        }
        Some(Upshot::BestTry { n_answers })
    }

    /// What a player sees in a position that he would not see after the best move.
    fn telling(&self, line: &ShownLine, at: Small) -> Vec<Sight> {
        let mut sights = self.sights(at);
        sights.retain(|sight| !line.usual.contains(sight));
        sights
    }

    /// What a player sees when we are to move: where there is one pawn and nothing else, or their knight is alone.
    fn sights(&self, at: Small) -> Vec<Sight> {
        let Some(pawn) = lone_pawn(at) else {
            return self.knight_sight(at).into_iter().collect();
        };
        let (ours, theirs) = (at.king(Side::Us), at.king(Side::Them));
        let item = |square| Value::Item(Item(u32::from(square)));
        let squares = |word: &str| {
            let found = self
                .chess
                .word_of(word, &at, pawn.side, &[item(pawn.square)]);
            match found {
                Some(Value::Set(set)) => set,
                _ => ItemSet::default(),
            }
        };
        let holds = |set: &ItemSet, square| set.contains(Item(u32::from(square)));
        let opposed = self
            .chess
            .word_of("opposition", &at, Side::Us, &[item(ours), item(theirs)]);
        let opposed = opposed == Some(Value::Truth(true));
        let mut sights = Vec::new();
        match pawn.side {
            Side::Us => {
                let before = pawn.square.offset(8);
                if before == Some(theirs) {
                    sights.push(Sight::BeforePawn);
                }
                if opposed {
                    sights.push(Sight::Opposition);
                }
                if sights.is_empty() && holds(&squares("pawn_square"), theirs) {
                    sights.push(Sight::InSquare);
                }
            }
            Side::Them => {
                if opposed {
                    sights.push(Sight::Opposition);
                }
                if holds(&squares("key_squares"), theirs) {
                    sights.push(Sight::OnKeySquare);
                } else if !holds(&squares("pawn_square"), ours) {
                    sights.push(Sight::OutsideSquare);
                }
            }
        }
        sights
    }

    /// Why their knight is not lost.
    fn knight_sight(&self, at: Small) -> Option<Sight> {
        let knight = their_man(at).filter(|man| man.role == Role::Knight)?;
        let takes = |m: &Move| m.is_capture() && m.to() == knight.square;
        if knight.square.distance(at.king(Side::Them)) == 1 {
            return Some(Sight::GuardsKnight);
        }
        let is_safe = !self.chess.legal_moves(&at).iter().any(takes);
        is_safe.then_some(Sight::KnightIsSafe)
    }
}

/// The one man that they have beside their king.
fn their_man(at: Small) -> Option<PlacedPiece> {
    let mut men = at.others().filter(|man| man.side == Side::Them);
    men.next().filter(|_| men.next().is_none())
}

/// The pawn, if there is nothing else beside the kings.
fn lone_pawn(at: Small) -> Option<PlacedPiece> {
    let mut men = at.others();
    let pawn = men.next().filter(|man| man.role == Role::Pawn);
    pawn.filter(|_| men.next().is_none())
}

/// The value of a word by its name.
trait WordOf {
    fn word_of(&self, name: &str, at: &Small, viewer: Side, args: &[Value]) -> Option<Value>;
}

impl WordOf for Chess<Small> {
    fn word_of(&self, name: &str, at: &Small, viewer: Side, args: &[Value]) -> Option<Value> {
        let word = self.vocabulary().words_named(name).next()?;
        self.word(word, at, viewer, args)
    }
}

/// The legal moves with their values for the side that makes them; none if a table is missing.
fn valued(tables: &EndgameTables, at: Small) -> Option<Vec<(Move, GameValue)>> {
    let chess = Chess::<Small>::new();
    let moves = chess.legal_moves(&at).into_iter().map(|m| {
        let after = tables.probe(&chess.play(&at, m))?;
        Some((m, after.of_move_here()))
    });
    moves.collect()
}

/// The best move; of equals the first capture, then the first.
fn best(moves: &[(Move, GameValue)]) -> Option<(Move, GameValue)> {
    let most = moves.iter().map(|(_, value)| *value).max()?;
    let mut equals = moves.iter().filter(|(_, value)| *value == most);
    let first = equals.clone().next();
    let taking = equals.find(|(m, _)| m.is_capture() || m.is_promotion());
    taking.or(first).copied()
}

fn outlook(value: GameValue) -> Outlook {
    Outlook {
        wdl: value.wdl(),
        mate_in: value.plies().map(|plies| plies.div_ceil(2)),
    }
}
