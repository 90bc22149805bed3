// A game by a chapter: every move is judged and explained, and the other side defends itself.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type Marks, noMarks } from "./board";
import type { Advice, AdvisedMove, Board as BoardDocument, Chapter, Explanation, Move, Reply, Sentence } from "./documents";
import { ask } from "./engine";
import { Heaps } from "./heaps";
import { Icon } from "./icons";
import { pgn, toAddress, turn } from "./squares";
import { Tree } from "./tree";

interface Step {
  move: Move;
  board: BoardDocument;
  /** What was said of the move. */
  said?: Said;
}

interface Said {
  move: string;
  by: "you" | "chapter";
  explanation?: Explanation;
  instead?: { move: string; says: string | null; explanation?: Explanation };
  problem?: string;
}

interface Props {
  chapter: Chapter;
  game: string;
  title: string;
  start: string;
  marks?: Marks;
  /** Hears which position is on the board. */
  at?(position: string): void;
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function Game({ chapter, game, title, start, marks, at }: Props) {
  const [first, setFirst] = useState<BoardDocument>();
  const [steps, setSteps] = useState<Step[]>([]);
  const [ply, setPly] = useState(0);
  const [flipped, setFlipped] = useState(false);
  const [said, setSaid] = useState<Said>();
  const [advised, setAdvised] = useState<AdvisedMove>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [pointed, setPointed] = useState<Marks>();
  const [copied, setCopied] = useState("");
  const [tab, setTab] = useState<"tree" | "counts">();
  const run = useRef(0);
  const panel = useRef<HTMLDivElement>(null);

  const board = ply === 0 ? first : steps[ply - 1]?.board;

  useEffect(() => {
    const mine = ++run.current;
    setSteps([]);
    setPly(0);
    setSaid(undefined);
    setAdvised(undefined);
    setProblem(undefined);
    setTab(undefined);
    ask<BoardDocument>({ ask: "board", chapter, position: start }).then(
      (board) => {
        if (mine !== run.current) return;
        setFirst(board);
        setFlipped(board.ours ? turn(start) === "black" : turn(start) === "white");
        if (!board.ours && !board.over) void answer(mine, board, []);
      },
      (error) => mine === run.current && setProblem(message(error)),
    );
  }, [start, typeof chapter === "string" ? chapter : chapter.text]);

  useEffect(() => {
    if (board) at?.(board.position);
  }, [board?.position]);

  /** Their move, after a moment in which one sees one's own. */
  async function answer(mine: number, from: BoardDocument, before: Step[]) {
    await new Promise((done) => setTimeout(done, 350));
    const reply = await ask<Reply>({ ask: "reply", chapter, position: from.position });
    if (mine !== run.current) return;
    const all = [...before, { move: reply.m, board: reply.board }];
    setSteps(all);
    setPly(all.length);
  }

  async function play(move: Move, by: "you" | "chapter") {
    if (!board || busy) return;
    const mine = ++run.current;
    setBusy(true);
    setProblem(undefined);
    setPointed(undefined);
    setTab(undefined);
    try {
      const position = board.position;
      const kept = steps.slice(0, ply);
      const next = await ask<BoardDocument>({ ask: "board", chapter, position, moves: [move.text] });
      if (mine !== run.current) return;
      const step: Step = { move: next.played?.[0] ?? move, board: next };
      setSteps([...kept, step]);
      setPly(kept.length + 1);
      if (board.ours) {
        const found = await ask<Advice>({ ask: "advise", chapter, position, why: true, why_not: move.text });
        if (mine !== run.current) return;
        step.said = judged(step.move.text, by, found);
        setSaid(step.said);
      }
      if (!next.ours && !next.over) await answer(mine, next, [...kept, step]);
    } catch (error) {
      if (mine === run.current) setProblem(message(error));
    } finally {
      setBusy(false);
    }
  }

  async function show() {
    if (!board || busy) return;
    setBusy(true);
    try {
      const found = await ask<Advice>({ ask: "advise", chapter, position: board.position });
      setBusy(false);
      if (found.m) await play(found.m, "chapter");
      else setProblem(found.advice.ended ?? found.problem ?? "The chapter has no move here.");
    } catch (error) {
      setProblem(message(error));
    }
    setBusy(false);
  }

  async function open(wanted: "tree" | "counts") {
    if (tab === wanted) return setTab(undefined);
    if (!board) return;
    setProblem(undefined);
    try {
      const found = await ask<Advice>({ ask: "advise", chapter, position: board.position, tree: true, stats: true });
      setAdvised(found.advice.moves[0]);
      setTab(wanted);
      // It opens below, where it may be out of sight.
      requestAnimationFrame(() => panel.current?.scrollIntoView({ block: "nearest" }));
    } catch (error) {
      setProblem(message(error));
    }
  }

  function go(to: number) {
    run.current += 1;
    setPly(Math.max(0, Math.min(steps.length, to)));
    setSaid(steps[to - 1]?.said ?? steps[to - 2]?.said);
    setPointed(undefined);
    setTab(undefined);
  }

  const copy = (what: string, text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(`${what} copied.`),
      () => setCopied(text),
    );

  // What is pointed at comes first, then the squares of the last reason: the box, the key squares.
  const shown = useMemo<Marks>(() => {
    if (pointed) return pointed;
    if (marks && (marks.places.length || marks.arrows.length)) return marks;
    const reason = said?.explanation?.sentences.find((sentence) => sentence.about !== "line" && sentence.places.length);
    return reason ? { places: reason.places, arrows: [] } : noMarks;
  }, [pointed, marks, said]);

  if (problem && !board) return <p class="problem" role="alert">{problem}</p>;
  if (!board) return <div class="board placeholder" aria-hidden="true" />;
  const mover = board.over ? "The game is over." : board.side === "us" ? "Your move." : board.side === "them" ? "Their move." : `${board.side} to move.`;
  const moves = busy || !board.ours ? [] : board.moves;

  return (
    <section class="game" aria-label="Board and reasons">
      {game === "nim" ? (
        <Heaps position={board.position} moves={moves} play={(move) => void play(move, "you")} />
      ) : (
        <Board
          position={board.position}
          moves={moves}
          last={steps[ply - 1]?.move}
          flipped={flipped}
          marks={shown}
          label={`Chess board. ${mover} Arrow keys walk, Enter chooses a piece and its square.`}
          play={board.ours && !board.over ? (move) => void play(move, "you") : undefined}
        />
      )}
      <div class="controls" role="group" aria-label="Board">
        <button onClick={() => go(0)} disabled={ply === 0} aria-label="To the beginning"><Icon name="first" /></button>
        <button onClick={() => go(ply - 1)} disabled={ply === 0} aria-label="Back"><Icon name="back" /></button>
        <button onClick={() => go(ply + 1)} disabled={ply === steps.length} aria-label="Forward"><Icon name="forward" /></button>
        {game !== "nim" && <button onClick={() => setFlipped(!flipped)} aria-label="Flip the board"><Icon name="flip" /></button>}
        <span class="turn">{mover}</span>
        <button class="primary" onClick={() => void show()} disabled={busy || board.over || !board.ours}>Show me</button>
      </div>
      <div class="said" role="status" aria-live="polite">
        {problem && <p class="problem">{problem}</p>}
        {said ? <Spoken said={said} point={setPointed} /> : !problem && <p class="quiet">Make a move, or let the chapter show one. Every move is judged.</p>}
      </div>
      {steps.length > 0 && <Moves start={start} steps={steps} ply={ply} go={go} />}
      <div class="more" role="group" aria-label="More">
        <button aria-expanded={tab === "tree"} onClick={() => void open("tree")} disabled={!board.ours || board.over}>Forcing tree</button>
        <button aria-expanded={tab === "counts"} onClick={() => void open("counts")} disabled={!board.ours || board.over}>What was tried</button>
        {game === "chess" && <button onClick={() => void copy("Position", board.position)}>Copy FEN</button>}
        {game === "chess" && <button onClick={() => void copy("Game", pgn(start, steps.map((step) => step.move.text), title))}>Copy PGN</button>}
        {typeof chapter === "string" && (
          <button onClick={() => void copy("Link", `${location.origin}${location.pathname}#/${chapter}?at=${toAddress(board.position)}`)}>Copy link</button>
        )}
        <span class="copied" role="status">{copied}</span>
      </div>
      <div ref={panel}>
        {tab === "tree" && advised && <Tree advised={advised} chapter={chapter} game={game} />}
        {tab === "counts" && advised && <Counts advised={advised} />}
      </div>
    </section>
  );
}

/** What is said of a move: of the chapter's own why, of another one what it does and what would have been played. */
function judged(move: string, by: "you" | "chapter", found: Advice): Said {
  const first = found.advice.moves[0];
  const bare = (text: string | null | undefined) => text?.replace(/[+#]$/, "");
  if (!first) return { move, by, problem: found.advice.ended ?? found.problem };
  if (bare(first.move) === bare(move)) return { move, by, explanation: first.why, problem: found.problem };
  return {
    move,
    by,
    explanation: first.why_not,
    instead: first.move ? { move: first.move, says: first.says, explanation: first.why } : undefined,
    problem: first.why_not ? undefined : found.problem,
  };
}

function Spoken({ said, point }: { said: Said; point(marks: Marks | undefined): void }) {
  const { explanation, instead } = said;
  const verdict = explanation?.verdict;
  const tone = verdict ? (verdict.keeps ? "good" : "bad") : "";
  return (
    <div class={`spoken ${tone}`}>
      <p class="headline">
        <strong>{said.move}</strong>{" "}
        <span class="quiet">{said.by === "chapter" ? "is the chapter’s move" : instead ? "is your move" : "is also the chapter’s move"}</span>
      </p>
      {explanation?.sentences.map((sentence) => <Line key={sentence.text} sentence={sentence} point={point} />)}
      {said.problem && <p class="problem">{said.problem}</p>}
      {explanation?.more && explanation.more.length > 0 && (
        <details>
          <summary>How it was found</summary>
          {explanation.more.map((sentence) => <Line key={sentence.text} sentence={sentence} point={point} />)}
        </details>
      )}
      {instead && (
        <details>
          <summary>The chapter plays {instead.move}{instead.says ? `: ${instead.says}` : ""}</summary>
          {instead.explanation?.sentences.map((sentence) => <Line key={sentence.text} sentence={sentence} point={point} />)}
        </details>
      )}
    </div>
  );
}

/** A sentence; what it speaks of is drawn while one points at it. */
export function Line({ sentence, point }: { sentence: Sentence; point(marks: Marks | undefined): void }) {
  const marks = { arrows: sentence.arrows, places: sentence.places };
  const points = marks.arrows.length + marks.places.length > 0;
  if (!points) return <p>{sentence.text}</p>;
  return (
    <p
      class="points"
      tabIndex={0}
      onMouseEnter={() => point(marks)}
      onMouseLeave={() => point(undefined)}
      onFocus={() => point(marks)}
      onBlur={() => point(undefined)}
    >
      {sentence.text}
    </p>
  );
}

function Moves({ start, steps, ply, go }: { start: string; steps: Step[]; ply: number; go(ply: number): void }) {
  const offset = turn(start) === "black" ? 1 : 0;
  return (
    <ol class="moves" aria-label="Moves">
      {steps.map((step, idx) => {
        const at = idx + offset;
        const number = at % 2 === 0 ? `${at / 2 + 1}. ` : idx === 0 ? `${(at + 1) / 2}… ` : "";
        const keeps = step.said?.explanation?.verdict?.keeps;
        return (
          <li key={idx}>
            <button aria-current={ply === idx + 1 ? "step" : undefined} class={keeps === false ? "bad" : ""} onClick={() => go(idx + 1)}>
              {number}
              {step.move.text}
              {keeps === false ? "?" : ""}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const OUTCOMES: Record<string, string> = {
  satisfied: "works",
  refuted: "does not work",
  cut: "does not work in time",
  guarded: "not tried: its condition does not hold",
  unknown: "not known: a limit came first",
};

/** How many positions each piece looked at, by the depth at which they stood, as the paper prints it. */
function Counts({ advised }: { advised: AdvisedMove }) {
  const n = (count: number | undefined) => (count ? count.toLocaleString("en") : "");
  const depths = Math.max(0, ...advised.tried.map((tried) => tried.by_depth.length));
  const columns = Array.from({ length: depths }, (_, depth) => depth);
  const all = advised.tried.reduce((sum, tried) => sum + tried.nodes, 0);
  const nested = all - advised.tried.flatMap((tried) => tried.by_depth).reduce((sum, count) => sum + count, 0);
  return (
    <div class="counts" tabIndex={0} role="region" aria-label="What was tried">
      <table>
        <thead>
          <tr>
            <th scope="col">Piece of advice</th><th scope="col">Outcome</th><th scope="col" class="number">Positions</th>
            {columns.map((depth) => <th key={depth} scope="col" class="number">{depth === 0 ? "depth 1" : depth + 1}</th>)}
          </tr>
        </thead>
        <tbody>
          {advised.tried.map((tried) => (
            <tr key={tried.number}>
              <td><code>{tried.piece}</code></td>
              <td>{OUTCOMES[tried.outcome] ?? tried.outcome}</td>
              <td class="number">{tried.nodes.toLocaleString("en")}</td>
              {columns.map((depth) => <td key={depth} class="number">{n(tried.by_depth[depth])}</td>)}
            </tr>
          ))}
          <tr>
            <td>all</td><td /><td class="number">{all.toLocaleString("en")}</td>
            {columns.map((depth) => <td key={depth} class="number">{n(advised.tried.reduce((sum, tried) => sum + (tried.by_depth[depth] ?? 0), 0))}</td>)}
          </tr>
        </tbody>
      </table>
      {nested > 0 && <p class="quiet small">{nested.toLocaleString("en")} of them were looked at because a goal asks whether another piece of advice works.</p>}
    </div>
  );
}
