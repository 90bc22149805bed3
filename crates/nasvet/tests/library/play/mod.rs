//! A player for a whole ending: asks a chapter for its move in every position, and follows the moves against every
//! reply.
//!
//! Given a chapter and the man beside the two kings, gives a [`Played`]: for each position with us to move the number
//! of moves to mate when they hold out as long as they can and we ask anew at every move, or why there is none.

#![allow(clippy::print_stderr)]

pub(crate) mod truth;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use chess::{Board, Chess, ROLES, Small};
use code::compile;
use domain::{Fast, Notation, Rules, Side, Watch};
use lang::checked::Program;
use search::{Engine, Options};
use testing::chapter;

/// The man beside the kings, by its place in [`ROLES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Third {
    Queen = 1,
    Rook = 2,
    Pawn = 5,
}

/// How many keys there are: three squares.
pub(crate) const N_KEYS: usize = 1 << 18;

/// Our king, the third man, their king: six bits each.
pub(crate) fn key(king: u32, man: u32, enemy: u32) -> usize {
    ((king << 12) | (man << 6) | enemy) as usize
}

/// The squares of a key: our king, the third man, their king.
pub(crate) fn squares(key: usize) -> (u32, u32, u32) {
    let key = key as u32;
    (key >> 12, (key >> 6) & 63, key & 63)
}

/// What became of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Mate in so many of our moves.
    Mates(u16),
    /// No piece can be satisfied.
    NoAdvice,
    /// A search came to its limit.
    Stopped,
    /// The move stalemates.
    Stalemates,
    /// The move lets the man be taken.
    LosesTheMan,
    /// The move gives a win away.
    ThrowsAway,
    /// Some reply leads to a position that is not won.
    Fails,
    /// They can go on for ever.
    Circles,
}

/// What a chapter does in the positions that were asked about.
pub(crate) struct Played {
    pub(crate) name: &'static str,
    third: Third,
    owner: Side,
    /// By key; none for a position that is not legal or was not asked about.
    pub(crate) fates: Vec<Option<Fate>>,
    /// By key, the piece that is played, by index, and the position after its move.
    pub(crate) moves: Vec<Option<(u32, Small)>>,
    pieces: Vec<String>,
    pub(crate) n_nodes: u64,
    pub(crate) most_nodes: (u64, usize),
    seconds: f32,
}

/// Positions that the third man can turn into, solved before.
#[derive(Clone, Copy, Default)]
pub(crate) struct HandOver<'a> {
    pub(crate) truth: Option<&'a truth::Truth>,
    pub(crate) queen: Option<&'a Played>,
    pub(crate) rook: Option<&'a Played>,
}

/// The text of a position with us, White, to move.
pub(crate) fn fen(third: Third, owner: Side, key: usize) -> String {
    let (king, man, enemy) = squares(key);
    let letter = match (third, owner) {
        (Third::Queen, _) => 'Q',
        (Third::Rook, _) => 'R',
        (Third::Pawn, Side::Us) => 'P',
        (Third::Pawn, Side::Them) => 'p',
    };
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut n_vacant = 0;
        for file in 0..8 {
            let square = 8 * rank + file;
            let man = [(king, 'K'), (man, letter), (enemy, 'k')]
                .into_iter()
                .find(|(on, _)| *on == square);
            match man {
                None => n_vacant += 1,
                Some((_, letter)) => {
                    if n_vacant > 0 {
                        text += &n_vacant.to_string();
                    }
                    n_vacant = 0;
                    text.push(letter);
                }
            }
        }
        if n_vacant > 0 {
            text += &n_vacant.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text + " w - -"
}

/// The third man and the key of a position; none if the man is gone.
fn place(position: &Small, owner: Side) -> Option<(Third, usize)> {
    let on = |side, role| position.men(side, role).first().map(u32::from);
    let (king, enemy) = (on(Side::Us, ROLES[0])?, on(Side::Them, ROLES[0])?);
    [Third::Queen, Third::Rook, Third::Pawn]
        .into_iter()
        .find_map(|third| Some((third, key(king, on(owner, ROLES[third as usize])?, enemy))))
}

/// Every legal position with us to move, by key.
pub(crate) fn positions(
    chess: &Chess<Small>,
    program: &Arc<Program>,
    third: Third,
    owner: Side,
) -> Vec<(usize, Small)> {
    let is_pawn = third == Third::Pawn;
    let keys = (0..N_KEYS).filter(|key| {
        let (king, man, enemy) = squares(*key);
        king != man && king != enemy && man != enemy && (!is_pawn || (8..56).contains(&man))
    });
    keys.filter_map(|key| {
        let (position, _) = chess
            .read_position(&fen(third, owner, key), &program.header)
            .ok()?;
        Some((key, position))
    })
    .collect()
}

/// What a chapter for the lone king does in the positions with him to move.
#[derive(Clone, Default, Debug)]
pub(crate) struct Defended {
    /// How many such positions with a legal move there are.
    pub(crate) n_positions: usize,
    /// How many of them were asked about.
    pub(crate) n_asked: usize,
    /// Those in which no piece is satisfied.
    pub(crate) silent: Vec<String>,
    /// Those in which the move throws the draw away, with the piece.
    pub(crate) thrown: Vec<(String, String)>,
    /// How often each piece was played.
    pub(crate) by_piece: BTreeMap<String, usize>,
    /// The most positions looked at for one move.
    pub(crate) most_nodes: (u64, String),
}

/// Asks a chapter for the lone king about every `stride`-th drawn position (or lost one) against king and pawn.
pub(crate) fn defend(
    name: &str,
    truth: &truth::Truth,
    is_drawn: bool,
    stride: usize,
    options: Options,
) -> Defended {
    // The truth sees the board from the pawn's side.
    let turned = |key: usize| {
        let (king, pawn, enemy) = squares(key);
        self::key(enemy ^ 56, pawn ^ 56, king ^ 56)
    };
    let (chess, program) = (Chess::<Small>::new(), chapter(name));
    let has_moves = |position: &Small| !replies(&chess, position).is_empty();
    let asked: Vec<_> = positions(&chess, &program, Third::Pawn, Side::Them)
        .into_iter()
        .filter(|(key, position)| {
            truth.king_to_move[turned(*key)] != is_drawn && has_moves(position)
        })
        .collect();
    let n_positions = asked.len();
    let asked: Vec<_> = asked.into_iter().step_by(stride).collect();
    let n_asked = asked.len();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let compiled = compile(&chess, &program);
        let mut engine = Engine::new(&compiled, options);
        let mut found = Defended::default();
        loop {
            let from = next.fetch_add(256, std::sync::atomic::Ordering::Relaxed);
            if from >= asked.len() {
                return found;
            }
            for (key, position) in &asked[from..asked.len().min(from + 256)] {
                let text = fen(Third::Pawn, Side::Them, *key);
                let advised = engine.advise(position, &Watch::nodes(10_000_000));
                if advised.nodes() > found.most_nodes.0 {
                    found.most_nodes = (advised.nodes(), text.clone());
                }
                let Some((piece, tree)) = advised.chosen.as_ref() else {
                    found.silent.push(text);
                    continue;
                };
                let piece = program.pieces[piece.0 as usize].name.clone();
                *found.by_piece.entry(piece.clone()).or_default() += 1;
                let m = tree.first_move().expect("a tree that is played has a move");
                let after = place(&chess.play(position, m), Side::Them);
                if is_drawn && after.is_some_and(|(_, after)| truth.pawn_to_move[turned(after)]) {
                    found.thrown.push((text, piece));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        let mut all = Defended {
            n_positions,
            n_asked,
            ..Defended::default()
        };
        for half in running {
            let half = half.join().expect("the player ends");
            all.silent.extend(half.silent);
            all.thrown.extend(half.thrown);
            for (piece, n) in half.by_piece {
                *all.by_piece.entry(piece).or_default() += n;
            }
            all.most_nodes = all.most_nodes.max(half.most_nodes);
        }
        all
    })
}

/// Asks the chapter for its move in every `stride`-th position (where the truth is known: of those that can be won),
/// and follows the moves if every position was asked about.
pub(crate) fn play(
    name: &'static str,
    third: Third,
    owner: Side,
    stride: usize,
    hand_over: HandOver<'_>,
) -> Played {
    let (chess, program) = (Chess::<Small>::new(), chapter(name));
    let positions: Vec<_> = positions(&chess, &program, third, owner)
        .into_iter()
        .step_by(stride)
        .collect();
    let positions: Vec<_> = match hand_over.truth {
        Some(truth) => positions
            .into_iter()
            .filter(|(key, _)| truth.pawn_to_move[*key])
            .collect(),
        None => positions,
    };
    let start = Instant::now();
    let mut played = Played {
        name,
        third,
        owner,
        fates: vec![None; N_KEYS],
        moves: vec![None; N_KEYS],
        pieces: program
            .pieces
            .iter()
            .map(|piece| piece.name.clone())
            .collect(),
        n_nodes: 0,
        most_nodes: (0, 0),
        seconds: 0.0,
    };
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let compiled = compile(&chess, &program);
        let mut engine = Engine::new(
            &compiled,
            Options {
                cache: true,
                shortest_first: false,
            },
        );
        let mut found = Vec::new();
        loop {
            let from = next.fetch_add(256, std::sync::atomic::Ordering::Relaxed);
            if from >= positions.len() {
                return found;
            }
            for (key, position) in &positions[from..positions.len().min(from + 256)] {
                let advised = engine.advise(position, &Watch::nodes(3_000_000));
                let chosen = advised.chosen.as_ref().map(|(piece, tree)| {
                    let m = tree.first_move().expect("a tree that is played has a move");
                    (piece.0, chess.play(position, m))
                });
                found.push((*key, chosen, advised.stopped.is_some(), advised.nodes()));
            }
        }
    };
    let found = std::thread::scope(|scope| {
        let running: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        running
            .into_iter()
            .flat_map(|half| half.join().expect("the player ends"))
            .collect::<Vec<_>>()
    });
    for (key, chosen, is_stopped, nodes) in found {
        played.moves[key] = chosen;
        played.n_nodes += nodes;
        played.most_nodes = played.most_nodes.max((nodes, key));
        played.fates[key] = Some(match chosen {
            None if is_stopped => Fate::Stopped,
            None => Fate::NoAdvice,
            Some(_) => Fate::Circles,
        });
    }
    played.seconds = start.elapsed().as_secs_f32();
    if stride == 1 && owner == Side::Us {
        played.solve(&chess, hand_over);
    } else {
        played.look_one_move_ahead(&chess, hand_over);
    }
    played
}

fn replies(chess: &Chess<Small>, position: &Small) -> Vec<Small> {
    let mut replies = Vec::new();
    let _ = chess.visit_next(position, |_, next| {
        replies.push(next);
        ControlFlow::Continue(())
    });
    replies
}

impl Played {
    /// Every fate that shows at once; the rest stays open and is said to circle.
    fn look_one_move_ahead(&mut self, chess: &Chess<Small>, hand_over: HandOver<'_>) {
        for key in 0..N_KEYS {
            let Some((_, after)) = self.moves[key] else {
                continue;
            };
            self.fates[key] =
                Some(self.fate_at_once(key, after, &replies(chess, &after), hand_over));
        }
    }

    fn fate_at_once(
        &self,
        key: usize,
        after: Small,
        replies: &[Small],
        hand_over: HandOver<'_>,
    ) -> Fate {
        if replies.is_empty() {
            return if after.in_check() {
                Fate::Mates(1)
            } else {
                Fate::Stalemates
            };
        }
        if replies.iter().any(|next| place(next, self.owner).is_none()) {
            return Fate::LosesTheMan;
        }
        if let Some(truth) = hand_over.truth
            && truth.pawn_to_move[key]
            && let Some((Third::Pawn, after)) = place(&after, self.owner)
            && !truth.king_to_move[after]
        {
            return Fate::ThrowsAway;
        }
        Fate::Circles
    }

    /// Follows every move against every reply, back from the mates.
    fn solve(&mut self, chess: &Chess<Small>, hand_over: HandOver<'_>) {
        let mut open = Vec::new();
        for key in 0..N_KEYS {
            let Some((_, after)) = self.moves[key] else {
                continue;
            };
            let replies = replies(chess, &after);
            let fate = self.fate_at_once(key, after, &replies, hand_over);
            self.fates[key] = Some(fate);
            if fate == Fate::Circles {
                let places = replies
                    .iter()
                    .map(|next| place(next, self.owner).expect("the man is there"));
                open.push((key, places.collect::<Vec<_>>()));
            }
        }
        let fate_of = |fates: &[Option<Fate>], (third, key): (Third, usize)| {
            let fates = match third {
                _ if third == self.third => fates,
                Third::Queen => {
                    &hand_over
                        .queen
                        .expect("the queen's chapter was played")
                        .fates
                }
                Third::Rook => &hand_over.rook.expect("the rook's chapter was played").fates,
                Third::Pawn => unreachable!("nothing becomes a pawn"),
            };
            fates[key].unwrap_or(Fate::NoAdvice)
        };
        let mut fates = std::mem::take(&mut self.fates);
        loop {
            let n_open = open.len();
            open.retain(|(key, replies)| {
                let mut longest = 0;
                for reply in replies {
                    let Fate::Mates(n) = fate_of(&fates, *reply) else {
                        return true;
                    };
                    longest = longest.max(n);
                }
                fates[*key] = Some(Fate::Mates(longest + 1));
                false
            });
            if open.len() == n_open {
                break;
            }
        }
        loop {
            let n_open = open.len();
            open.retain(|(key, replies)| {
                let is_open = |reply: &(Third, usize)| {
                    matches!(fate_of(&fates, *reply), Fate::Mates(_) | Fate::Circles)
                };
                if replies.iter().all(is_open) {
                    return true;
                }
                fates[*key] = Some(Fate::Fails);
                false
            });
            if open.len() == n_open {
                break;
            }
        }
        self.fates = fates;
    }

    /// The keys of positions with such a fate.
    pub(crate) fn keys(&self, is_such: impl Fn(Fate) -> bool) -> Vec<usize> {
        (0..N_KEYS)
            .filter(|key| self.fates[*key].is_some_and(&is_such))
            .collect()
    }

    pub(crate) fn fen(&self, key: usize) -> String {
        fen(self.third, self.owner, key)
    }

    /// How many positions were asked about.
    pub(crate) fn n_positions(&self) -> usize {
        self.fates.iter().flatten().count()
    }

    /// The longest mate, in our moves, and where it begins.
    pub(crate) fn longest(&self) -> (u16, usize) {
        let length = |key: usize| match self.fates[key] {
            Some(Fate::Mates(n)) => n,
            _ => 0,
        };
        (0..N_KEYS)
            .map(|key| (length(key), key))
            .max_by_key(|(n, key)| (*n, N_KEYS - key))
            .expect("keys")
    }

    /// The piece played from a key.
    pub(crate) fn piece(&self, key: usize) -> Option<&str> {
        self.moves[key].map(|(piece, _)| self.pieces[piece as usize].as_str())
    }

    /// Prints what was found about the positions for which it is asked.
    pub(crate) fn report(&self, is_asked: impl Fn(usize) -> bool) {
        let asked = (0..N_KEYS).filter(|key| self.fates[*key].is_some() && is_asked(*key));
        let (mut n, mut n_won, mut sum) = (0_u64, 0_u64, 0_u64);
        let mut by_fate: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut by_piece: BTreeMap<&str, u64> = BTreeMap::new();
        for key in asked {
            n += 1;
            *by_piece.entry(self.piece(key).unwrap_or("-")).or_default() += 1;
            match self.fates[key] {
                Some(Fate::Mates(moves)) => {
                    n_won += 1;
                    sum += u64::from(moves);
                }
                Some(fate) => {
                    let name = format!("{fate:?} {}", self.piece(key).unwrap_or("-"));
                    by_fate.entry(name).or_default().push(key);
                }
                None => {}
            }
        }
        let (longest, at) = self.longest();
        let mean = sum as f64 / n_won.max(1) as f64;
        eprintln!(
            "{}: {n} positions, {n_won} won, longest {longest} ({}), mean {mean:.2}",
            self.name,
            self.fen(at)
        );
        let (nodes, nodes_at) = self.most_nodes;
        eprintln!(
            "  {} nodes in {:.1} s; most {nodes} in {}",
            self.n_nodes,
            self.seconds,
            self.fen(nodes_at)
        );
        for (piece, n) in by_piece {
            eprintln!("  {n:7} {piece}");
        }
        for (fate, keys) in by_fate {
            eprintln!("  {fate}: {}", keys.len());
            for key in keys.iter().step_by((keys.len() / 8).max(1)) {
                eprintln!("      {}", self.fen(*key));
            }
        }
    }
}
