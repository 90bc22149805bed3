//! Who answers: a chapter, the tables, the finder of combinations, or the search; asked in this order.

use std::fmt;

use nasvet::{Chapter, CombinationRequest, Mode, Players, Referee, Stop, Watch, find_combination};
use play::{PlayDepth, PlayRequest, PlayScore, PositionTable, find_move};
use shakmaty::{CastlingMode, Chess, Move, Position};
use verify::{GameValue, Wdl};

use crate::options::AdviceUse;
use crate::task::{InfoLine, ThinkTask, UciThought};

/// Tables that know the best move of some positions, such as the user's Syzygy files.
pub trait RootTables: Send {
    /// The best move and what it is worth to the side that makes it; none if the position is not known.
    fn best(&self, position: &Chess) -> Option<(Move, Wdl)>;
}

/// An engine without a clock and without threads of its own, except those that it is told to search with.
pub struct Thinker {
    table: PositionTable,
    /// They keep their strategies from move to move.
    players: Players,
    referee: Referee,
    /// The user's own chapter.
    own: Option<Chapter>,
    syzygy: Option<Box<dyn RootTables>>,
}

/// A legal move and what the tables say of it.
#[derive(Clone)]
struct TableMove {
    m: Move,
    san: String,
    value: GameValue,
}

/// What a chapter wants to play.
struct ChapterMove {
    m: Move,
    words: String,
    nodes: u64,
}

/// A piece of advice may look at so many positions.
const ADVICE_NODES: u64 = 1_000_000;

/// The tree of a combination may have so many moves.
const COMBINATION_NODES: u64 = 3_000;

/// What a combination should win, the most first. A pawn is 10.
const GOALS: [&str; 3] = ["mate", "30", "10"];

impl Thinker {
    /// A thinker who asks these players, with a table of positions of this many mebibytes.
    pub fn new(players: Players, hash: usize) -> Thinker {
        Thinker {
            table: PositionTable::new(hash),
            referee: players.referee(),
            players,
            own: None,
            syzygy: None,
        }
    }

    /// Gives the table of positions another size; what is in it is lost.
    pub fn resize(&mut self, hash: usize) {
        self.table = PositionTable::new(hash);
    }

    /// Another game begins.
    pub fn forget(&mut self) {
        self.table.clear();
        self.players.forget();
    }

    /// Plays by this chapter where it speaks, before the shipped ones.
    pub fn set_chapter(&mut self, chapter: Option<Chapter>) {
        self.own = chapter;
        self.players.forget();
    }

    /// Uses these tables.
    pub fn set_syzygy(&mut self, tables: Option<Box<dyn RootTables>>) {
        self.syzygy = tables;
    }

    /// Thinks until it is done or stopped. Whoever listens hears a first move at once, and at the end that it is done.
    pub fn think(&mut self, task: &ThinkTask, stop: &Stop, tell: &mut dyn FnMut(UciThought)) {
        if let Some(depth) = task.limits.perft {
            count_lines(task, depth, stop, tell);
        } else {
            self.choose(task, stop, tell);
        }
        tell(UciThought::Done);
    }

    fn choose(&mut self, task: &ThinkTask, stop: &Stop, tell: &mut dyn FnMut(UciThought)) {
        let watch = task.watch(&Watch::new().with_stop(stop));
        // Step 1. A move to fall back upon, should the time be up at once.
        let first = PlayRequest {
            max_depth: 1,
            ..request(task)
        };
        if let Some(found) = find_move(&first, &self.table, &Watch::new(), &mut |_| ()) {
            tell(UciThought::First(task.board.write(found.lines[0].moves[0])));
        }
        // Step 2. The tables judge; a chapter chooses among the moves that keep the result.
        let judged = self.judged(task, stop);
        let advised = self.advised(task, &judged, &watch, tell);
        if !judged.is_empty() {
            self.tell_judged(task, &judged, advised.as_ref(), stop, tell);
            return;
        }
        if let Some(advised) = &advised
            && !task.options.analyse
        {
            self.tell_advised(task, advised, &watch, tell);
            return;
        }
        // Step 3. The user's tables know more positions.
        if advised.is_none() && self.tell_syzygy(task, tell) {
            return;
        }
        // Step 4. A combination is tried first, and the search has the last word.
        let combination = match advised {
            Some(_) => None,
            None => self.combination(task, &watch, tell),
        };
        self.search(
            task,
            advised.map(|advised| advised.m),
            combination,
            &watch,
            tell,
        );
    }

    /// All moves that may be chosen, with what they are worth, the best first; none if there are no tables at hand.
    fn judged(&mut self, task: &ThinkTask, stop: &Stop) -> Vec<TableMove> {
        let board = &task.board;
        if board.position.board().occupied().count() > Players::MAX_PIECES {
            return Vec::new();
        }
        let worths = self.referee.worths("chess", &board.text(), stop);
        let judged = worths.unwrap_or_default().into_iter().filter_map(|worth| {
            let m = board.read_san(&worth.m)?;
            task.moves.contains(&m).then_some(TableMove {
                m,
                san: worth.m,
                value: worth.outcome,
            })
        });
        judged.collect()
    }

    /// The chapter's move, unless the tables know that it gives something away.
    fn advised(
        &mut self,
        task: &ThinkTask,
        judged: &[TableMove],
        watch: &Watch,
        tell: &mut dyn FnMut(UciThought),
    ) -> Option<ChapterMove> {
        let mode = match task.options.advice {
            AdviceUse::Strong => Mode::Strong,
            AdviceUse::Weak => Mode::Weak,
            AdviceUse::Off => return None,
        };
        let board = &task.board;
        let text = board.text();
        let speaks = |chapter: &Chapter| {
            let position = chapter.position(&text);
            chapter.game() == "chess" && position.is_ok_and(|position| position.is_ours())
        };
        let own = self.own.clone().filter(speaks);
        let chapter = own.or_else(|| Chapter::shipped_for("chess", &text))?;
        let position = chapter.position(&text).ok()?;
        let player = self.players.player(&chapter, mode);
        let budget = watch.clone().with_nodes(ADVICE_NODES);
        let advice = player.advise(&position, &budget);
        let m = board.read_san(&advice.m.as_ref()?.text)?;
        if !task.moves.contains(&m) {
            return None;
        }
        let name = chapter.name();
        let idea = match &advice.piece {
            Some(piece) => {
                let title = piece.title.as_deref().unwrap_or_default();
                format!("{}: {title}", piece.name)
            }
            None => advice.idea.clone().unwrap_or_default(),
        };
        let said = match task.options.explain {
            true => player.why(&position, &budget).ok(),
            false => None,
        };
        let said = said
            .map(|why| format!("\n{}", why.text()))
            .unwrap_or_default();
        let words = format!("{name}: {idea}{said}");
        let best = judged.first();
        let value = judged.iter().find(|judged| judged.m == m);
        if let (Some(best), Some(value)) = (best, value) {
            let loses = value.value.wdl() < best.value.wdl();
            // Going round in circles wins nothing.
            let circles = best.value.wdl() == Wdl::Win && board.repeats(m);
            if loses || circles {
                let reason = match loses {
                    true => "the tables know better",
                    false => "the position would be repeated",
                };
                let san = &value.san;
                tell(UciThought::Words(format!("{name} wants {san}; {reason}")));
                return None;
            }
        }
        Some(ChapterMove {
            m,
            words,
            nodes: advice.nodes,
        })
    }

    /// What the tables know: the chapter's move first, if there is one and nobody analyses.
    fn tell_judged(
        &mut self,
        task: &ThinkTask,
        judged: &[TableMove],
        advised: Option<&ChapterMove>,
        stop: &Stop,
        tell: &mut dyn FnMut(UciThought),
    ) {
        let mut ordered = judged.to_vec();
        if let Some(advised) = advised {
            tell(UciThought::Words(advised.words.clone()));
            if !task.options.analyse {
                ordered.sort_by_key(|judged| judged.m != advised.m);
            }
        } else if task.options.explain {
            tell(UciThought::Words(by_tables(ordered[0].value)));
        }
        let text = task.board.text();
        let nodes = advised.map_or(0, |advised| advised.nodes);
        let lines = ordered.into_iter().take(task.options.lines).map(|judged| {
            let verdict = self
                .referee
                .verdict("chess", &text, Some(&judged.san), stop);
            let line = verdict.map(|verdict| verdict.line).unwrap_or_default();
            let mut moves = task.board.read_line(&line);
            if moves.first() != Some(&judged.m) {
                moves = vec![judged.m];
            }
            InfoLine {
                depth: moves.len() as u32,
                deepest: moves.len() as u32,
                score: score_of(judged.value),
                known: Some(judged.value.wdl()),
                nodes,
                fullness: 0,
                moves: moves.into_iter().map(|m| task.board.write(m)).collect(),
            }
        });
        tell(UciThought::Lines(lines.collect()));
    }

    /// The chapter's move where there are no tables: a short search says what it is worth.
    fn tell_advised(
        &mut self,
        task: &ThinkTask,
        advised: &ChapterMove,
        watch: &Watch,
        tell: &mut dyn FnMut(UciThought),
    ) {
        tell(UciThought::First(task.board.write(advised.m)));
        tell(UciThought::Words(advised.words.clone()));
        let request = PlayRequest {
            moves: vec![advised.m],
            max_depth: 6,
            n_lines: 1,
            ..request(task)
        };
        let watch = watch.clone().with_nodes(watch.max_nodes().min(50_000));
        if let Some(found) = find_move(&request, &self.table, &watch, &mut |_| ()) {
            tell(UciThought::Lines(shown(task, &found)));
        }
    }

    fn tell_syzygy(&self, task: &ThinkTask, tell: &mut dyn FnMut(UciThought)) -> bool {
        let best = self
            .syzygy
            .as_ref()
            .and_then(|tables| tables.best(&task.board.position));
        let Some((m, wdl)) = best.filter(|(m, _)| task.moves.contains(m)) else {
            return false;
        };
        if task.options.explain {
            tell(UciThought::Words("by the Syzygy tables".into()));
        }
        let score = match wdl {
            Wdl::Win => 20_000,
            Wdl::Draw => 0,
            Wdl::Loss => -20_000,
        };
        tell(UciThought::Lines(vec![InfoLine {
            depth: 1,
            deepest: 1,
            score: PlayScore::of_centipawns(score),
            known: Some(wdl),
            nodes: 1,
            fullness: 0,
            moves: vec![task.board.write(m)],
        }]));
        true
    }

    /// The first move of a combination, if plans find one.
    fn combination(
        &mut self,
        task: &ThinkTask,
        watch: &Watch,
        tell: &mut dyn FnMut(UciThought),
    ) -> Option<Move> {
        let board = &task.board;
        // The finder castles as everybody does.
        if board.mode == CastlingMode::Chess960 && board.position.castles().any() {
            return None;
        }
        let text = board.text();
        let budget = watch.clone();
        let budget = budget.with_nodes(COMBINATION_NODES.min(watch.max_nodes() / 10 + 1));
        let goals = match task.limits.mate {
            Some(_) => &GOALS[..1],
            None => &GOALS[..],
        };
        for goal in goals {
            let found = find_combination(&text, &CombinationRequest::new(goal), &budget).ok()?;
            let is_found = found.verdict.is_found();
            let m = found.line.first().and_then(|first| board.read_san(first));
            if let Some(m) = m.filter(|m| is_found && task.moves.contains(m)) {
                if task.options.explain {
                    let what = match *goal {
                        "mate" => "mate".to_owned(),
                        gain => format!("a gain of {gain}"),
                    };
                    let line = found.line.join(" ");
                    let story = found.story.iter().map(|sentence| sentence.text.as_str());
                    let story: Vec<&str> = story.collect();
                    let story = story.join("\n");
                    tell(UciThought::Words(format!(
                        "combination: {line} for {what}\n{story}"
                    )));
                }
                return Some(m);
            }
        }
        None
    }

    fn search(
        &mut self,
        task: &ThinkTask,
        advised: Option<Move>,
        combination: Option<Move>,
        watch: &Watch,
        tell: &mut dyn FnMut(UciThought),
    ) {
        if task.options.explain && advised.is_none() && combination.is_none() {
            tell(UciThought::Words(
                "no chapter, table or combination: the search decides".into(),
            ));
        }
        let is_timed = task.limits.clocks.iter().any(Option::is_some);
        let mut request = request(task);
        request.first = advised.or(combination);
        if task.moves.len() == 1 && is_timed && !task.limits.ponder {
            request.max_depth = request.max_depth.min(4);
        }
        let found = find_move(&request, &self.table, watch, &mut |found| {
            tell(UciThought::Lines(shown(task, found)));
        });
        if let (Some(m), Some(found)) = (combination, found)
            && task.options.explain
        {
            let agrees = found.lines[0].moves[0] == m;
            let words = match agrees {
                true => "the search agrees with the combination",
                false => "the search prefers another move to the combination",
            };
            tell(UciThought::Words(words.into()));
        }
    }
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker").finish_non_exhaustive()
    }
}

/// What the search is asked.
fn request(task: &ThinkTask) -> PlayRequest {
    let limits = &task.limits;
    let deepest = u64::from(play::MAX_DEPTH);
    let by_mate = limits.mate.map(|mate| mate.saturating_mul(2));
    let depth = limits.depth.or(by_mate).unwrap_or(deepest).min(deepest);
    PlayRequest {
        game: task.board.before.clone(),
        moves: task.moves.clone(),
        n_lines: task.options.lines,
        max_depth: depth as u32,
        mate: limits.mate.map(|mate| mate.min(deepest) as u32),
        n_threads: task.options.threads,
        ..PlayRequest::new(task.board.position.clone())
    }
}

/// A depth of the search as lines.
fn shown(task: &ThinkTask, found: &PlayDepth) -> Vec<InfoLine> {
    let lines = found.lines.iter().map(|line| InfoLine {
        depth: found.depth,
        deepest: found.deepest,
        score: line.score,
        known: None,
        nodes: found.nodes,
        fullness: found.fullness,
        moves: line.moves.iter().map(|m| task.board.write(*m)).collect(),
    });
    lines.collect()
}

fn score_of(value: GameValue) -> PlayScore {
    match value {
        GameValue::Win(plies) => PlayScore::of_mate(i32::from(plies.div_ceil(2))),
        GameValue::Draw => PlayScore::DRAW,
        GameValue::Loss(plies) => PlayScore::of_mate(-i32::from(plies / 2)),
    }
}

fn by_tables(value: GameValue) -> String {
    match value {
        GameValue::Win(plies) => format!("by the tables: mate in {}", plies.div_ceil(2)),
        GameValue::Draw => "by the tables: a draw".into(),
        GameValue::Loss(plies) => format!("by the tables: mated in {}", plies / 2),
    }
}

/// Counts legal lines, move by move.
fn count_lines(task: &ThinkTask, depth: u64, stop: &Stop, tell: &mut dyn FnMut(UciThought)) {
    let mut total = 0;
    for m in &task.moves {
        if stop.is_raised() {
            return;
        }
        let mut next = task.board.position.clone();
        next.play_unchecked(*m);
        let depth = depth.clamp(1, 10) as u32 - 1;
        let count = shakmaty::perft(&next, depth);
        total += count;
        tell(UciThought::Words(format!(
            "{}: {count}",
            task.board.write(*m)
        )));
    }
    tell(UciThought::Words(format!("{total} lines")));
}
