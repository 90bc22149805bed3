// The reasoner: pose a question in words, and see hypotheses, plans and facts as they change.

import { useEffect, useRef, useState } from "preact/hooks";
import { Board, type Marks, noMarks } from "./board";
import { entries } from "./contents";
import type { Board as BoardDocument, Counsel, Entry, Idea, Thinking } from "./documents";
import { type Job, ask, start } from "./engine";
import { fromAddress, squaresIn, toAddress, turn } from "./squares";
import { Walk } from "./tree";

/** The questions about a problem: each form with the names that can stand in it. */
function questions(entry: Entry, problem: string): string[] {
  const names = entry.game === "chess" ? ["White", "Black"] : [...problem.matchAll(/(\w+)\s*=/g)].map(([, name]) => name!);
  // Which move is meant, only the reader knows.
  const forms = entry.questions.filter((form) => !form.includes("{move}"));
  const filled = forms.flatMap((form) => (form.includes("{") ? names.map((name) => form.replace(/\{\w+\}/, name)) : [form]));
  return filled.filter((question) => !question.includes("{"));
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");

export function ReasonerPage({ query }: { query: URLSearchParams }) {
  const [thinkers, setThinkers] = useState<Entry[]>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    document.title = "Reasoner – Nasvet";
    entries().then((found) => setThinkers(found.filter((entry) => entry.thinks)), (error: Error) => setProblem(error.message));
  }, []);
  if (problem) return <p class="problem" role="alert">{problem}</p>;
  if (!thinkers) return <p class="quiet">One moment…</p>;
  // A race of pawns first: it has a board.
  const first = thinkers.find((entry) => entry.game === "chess") ?? thinkers[0]!;
  const entry = thinkers.find(({ name }) => name === query.get("chapter")) ?? first;
  const asked = query.get("at");
  return <Asking key={`${entry.name} ${asked}`} entry={entry} thinkers={thinkers} start={asked ? fromAddress(asked) : entry.examples[0] ?? ""} />;
}

function Asking({ entry, thinkers, start: first }: { entry: Entry; thinkers: Entry[]; start: string }) {
  const { name } = entry;
  const isChess = entry.game === "chess";
  const [problem, setProblem] = useState(first);
  const known = questions(entry, problem);
  const [question, setQuestion] = useState(known[0] ?? "");
  const [found, setFound] = useState<Thinking>();
  const [cycles, setCycles] = useState(0);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const job = useRef<Job<Thinking>>();
  useEffect(() => () => job.current?.stop(), []);

  const forget = () => {
    job.current?.stop();
    setFound(undefined);
    setCycles(0);
    setBusy(false);
  };

  async function think(n: number | null, question: string) {
    job.current?.stop();
    setQuestion(question);
    setBusy(true);
    setWrong("");
    const mine = start<Thinking>({ ask: "think", chapter: name, problem, question, cycles: n }, () => {});
    job.current = mine;
    try {
      const answer = await mine.answer;
      if (job.current !== mine) return;
      setFound(answer);
      setCycles(answer.cycles);
    } catch (error) {
      if (job.current === mine) setWrong((error as Error).message);
    }
    if (job.current === mine) setBusy(false);
  }

  const answer = found?.answer;
  const counsel = found?.counsel;
  const tree = answer?.proposal?.moves;
  const [pointed, setPointed] = useState<Marks>(noMarks);
  const [drawn, setDrawn] = useState<Marks>(noMarks);
  const [walked, setWalked] = useState<BoardDocument>();
  useEffect(() => setWalked(undefined), [problem, found]);
  // The plan is drawn: the way of its side in the first line, and the squares that its words name.
  const idea = answer?.idea ?? counsel?.idea;
  useEffect(() => {
    setDrawn(noMarks);
    if (!idea || !isChess) return;
    let live = true;
    const moves = idea.lines[0]?.moves.map(({ text }) => text) ?? [];
    const mover = (ply: number) => (turn(problem) === "white") === (ply % 2 === 0) ? "White" : "Black";
    ask<BoardDocument>({ ask: "board", chapter: name, position: problem, moves }).then((line) => {
      const own = (line.played ?? []).filter((move, ply) => mover(ply) === idea.by && move.from && move.to);
      if (live) setDrawn({ arrows: own.map((move) => [move.from!, move.to!] as [string, string]), places: squaresIn(idea.plan) });
    }, () => {});
    return () => {
      live = false;
    };
  }, [idea]);
  const marks = pointed !== noMarks ? pointed : walked ? noMarks : drawn;
  const walk = (moves: string[]) => void ask<BoardDocument>({ ask: "board", chapter: name, position: problem, moves }).then(setWalked, () => {});
  return (
    <div class="two">
      <section aria-label="Problem">
        {isChess ? (
          <Board position={walked?.position ?? problem} moves={[]} last={walked?.played?.at(-1)} marks={marks} label={`Chess board with the problem ${problem}`} />
        ) : (
          <pre tabIndex={0}>{problem.split("; ").join("\n")}</pre>
        )}
        <div class="row">
          <label class="grow">
            {isChess ? "Position (FEN)" : "Problem"}
            <input value={problem} onInput={(event) => setProblem(event.currentTarget.value)} onChange={() => (location.hash = `#/reasoner?chapter=${name}&at=${toAddress(problem)}`)} spellcheck={false} />
          </label>
        </div>
      </section>
      <section>
        <h1>Reasoner</h1>
        <p>Some chapters do not play by rules. They <em>think</em>: they make plans for both sides, ask whether one refutes the other, and mend what fails.</p>
        <div class="row">
          <label>
            Chapter
            <select value={name} onChange={(event) => (location.hash = `#/reasoner?chapter=${event.currentTarget.value}`)}>
              {thinkers.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
            </select>
          </label>
          <label class="grow">
            Question
            <input value={question} onInput={(event) => (forget(), setQuestion(event.currentTarget.value))} onKeyDown={(event) => event.key === "Enter" && void think(null, question)} />
          </label>
        </div>
        <div class="row" role="group" aria-label="Questions to ask">
          {known.slice(0, 8).map((text) => <button key={text} class="quiet-button" aria-pressed={text === question} onClick={() => void think(null, text)}>{text}</button>)}
        </div>
        <div class="row">
          <button class="primary" onClick={() => void think(null, question)} disabled={busy}>Answer it</button>
          <button onClick={() => void think(cycles + 1, question)} disabled={busy || !!answer || !!counsel}>One step</button>
          <button onClick={forget} disabled={!found && !busy}>{busy ? "Stop" : "Begin anew"}</button>
        </div>
        <div role="status" aria-live="polite">
          {wrong && <p class="problem preline">{wrong}</p>}
          {busy && <p class="quiet">Thinking…</p>}
          {answer && (
            <>
              <p class={`answer ${answer.answer}`}>{answer.answer === "yes" ? "Yes" : answer.answer === "no" ? "No" : "Nobody knows"}{answer.says ? `: ${answer.says}` : ""}</p>
              {answer.reason && <p>{answer.reason}</p>}
            </>
          )}
          {counsel && <p class={`answer ${counsel.result ? "yes" : "unknown"}`}>{counsel.says}</p>}
        </div>
        {counsel && (
          <>
            {counsel.seen_at_once && !counsel.idea && <p>{sentence(counsel.seen_at_once)}</p>}
            {counsel.idea && <IdeaView idea={counsel.idea} point={setPointed} walk={walk} />}
            <OtherMoves counsel={counsel} walk={walk} />
            <p class="quiet small">{counsel.nodes.toLocaleString("en")} positions.</p>
          </>
        )}
        {answer && (
          <>
            {answer.seen_at_once && <p>{sentence(answer.seen_at_once)}</p>}
            {answer.idea && <IdeaView idea={answer.idea} point={setPointed} walk={walk} />}
            {tree && (
              <details>
                <summary>All moves</summary>
                <Walk nodes={tree} position={problem} chapter={name} game={isChess ? "chess" : "graphs"} />
              </details>
            )}
            {answer.explanation.length > 0 && (
              <details open={!answer.idea}>
                <summary>The facts behind it</summary>
                <ol>{answer.explanation.map((step) => <li key={step.fact}>{sentence(step.text)}</li>)}</ol>
              </details>
            )}
            <p class="quiet small">{answer.cycles} steps of thought, {answer.nodes.toLocaleString("en")} positions.</p>
          </>
        )}
        {found && !counsel && (
          <details open={!answer}>
            <summary>What it has in mind{cycles ? `, after ${cycles} steps` : ""}</summary>
            {found.done && <p><strong>Just done:</strong></p>}
            {found.done && <pre tabIndex={0}>{found.done}</pre>}
            <pre tabIndex={0}>{found.pool}</pre>
            {found.choices && <><p><strong>What could be done next:</strong></p><pre tabIndex={0}>{found.choices}</pre></>}
          </details>
        )}
      </section>
    </div>
  );
}

const ends = { win: "wins", draw: "draws", loss: "loses" };

/** What becomes of the moves that the answer does not recommend; a click plays one, and the reply that shows it. */
function OtherMoves({ counsel, walk }: { counsel: Counsel; walk(moves: string[]): void }) {
  const others = (counsel.moves ?? []).filter((told) => told.result !== counsel.result);
  if (others.length === 0) return null;
  return (
    <p class="line">
      <span class="quiet">{others.length === counsel.moves?.length ? "The moves: " : "Other moves: "}</span>
      {others.map((told, idx) => (
        <span key={told.move}>
          {idx > 0 && ", "}
          <button onClick={() => walk(told.reply ? [told.move, told.reply] : [told.move])}>{told.move}</button> {told.result ? ends[told.result] : "is not settled"}
          {told.reply && ` (${told.reply})`}
        </span>
      ))}
      .
    </p>
  );
}

/** The plan that decides, and the lines that carry it; a move that is clicked is shown on the board. */
function IdeaView({ idea, point, walk }: { idea: Idea; point(marks: Marks): void; walk(moves: string[]): void }) {
  const show = () => point({ arrows: [], places: squaresIn(idea.plan) });
  const first = idea.lines[0]?.moves.map(({ text }) => text) ?? [];
  return (
    <>
      <p class="points" tabIndex={0} onMouseEnter={show} onMouseLeave={() => point(noMarks)} onFocus={show} onBlur={() => point(noMarks)}>
        {idea.by}’s plan: {idea.plan}.{idea.needs_both ? " Either part alone fails." : ""}
      </p>
      {idea.lines.map((line, idx) => {
        const before = idx === 0 ? [] : first.slice(0, line.shared);
        return (
          <p class="line" key={idx}>
            {idx > 0 && <span class="quiet">Or, after {before.join(" ")}: </span>}
            {line.moves.map((move, ply) => (
              <span key={ply}>
                <button onClick={() => walk([...before, ...line.moves.slice(0, ply + 1).map(({ text }) => text)])}>{move.text}</button>
                {move.aim && <span class="quiet"> ({move.aim}) </span>}
              </span>
            ))}
            {line.goes_on && "… "}
            {line.end && <strong>{sentence(line.end)}</strong>}
          </p>
        );
      })}
    </>
  );
}
