// The reasoner: pose a question in words, and see hypotheses, plans and facts as they change.

import { useEffect, useRef, useState } from "preact/hooks";
import { Board, type Marks, noMarks } from "./board";
import type { Board as BoardDocument, Idea, Thinking } from "./documents";
import { type Job, ask, start } from "./engine";
import { fromAddress, toAddress } from "./squares";
import { Walk } from "./tree";

const RETI = "7K/8/k1P5/7p/8/8/8/8 w - -";

const CHAPTERS: Record<string, { title: string; problem: string; questions: string[]; chess: boolean }> = {
  kpkp: {
    title: "King and pawn against king and pawn",
    problem: RETI,
    questions: ["can White draw?", "can White win?", "can Black win?", "can Black draw?"],
    chess: true,
  },
  "and-or": {
    title: "Problems made of problems",
    problem: "a = b and d; b = c or e; goal d e",
    questions: ["can a be solved?", "can b be solved?"],
    chess: false,
  },
};

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");

export function ReasonerPage({ query }: { query: URLSearchParams }) {
  const name = query.get("chapter") ?? "kpkp";
  const chapter = CHAPTERS[name] ?? CHAPTERS.kpkp!;
  const asked = query.get("at");
  const [problem, setProblem] = useState(asked ? fromAddress(asked) : chapter.problem);
  const [question, setQuestion] = useState(chapter.questions[0]!);
  const [found, setFound] = useState<Thinking>();
  const [cycles, setCycles] = useState(0);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const job = useRef<Job<Thinking>>();

  useEffect(() => {
    document.title = "Reasoner – Nasvet";
    setProblem(asked ? fromAddress(asked) : chapter.problem);
    setQuestion(chapter.questions[0]!);
    setFound(undefined);
    setCycles(0);
    return () => job.current?.stop();
  }, [name, asked]);

  async function think(n: number | null) {
    job.current?.stop();
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
  const tree = answer?.proposal?.moves;
  const [pointed, setPointed] = useState<Marks>(noMarks);
  const [walked, setWalked] = useState<BoardDocument>();
  useEffect(() => setWalked(undefined), [problem, found]);
  const walk = (moves: string[]) => void ask<BoardDocument>({ ask: "board", chapter: name, position: problem, moves }).then(setWalked, () => {});
  return (
    <div class="two">
      <section aria-label="Problem">
        {chapter.chess ? (
          <Board position={walked?.position ?? problem} moves={[]} last={walked?.played?.at(-1)} marks={pointed} label={`Chess board with the problem ${problem}`} />
        ) : (
          <pre tabIndex={0}>{problem.split("; ").join("\n")}</pre>
        )}
        <div class="row">
          <label class="grow">
            {chapter.chess ? "Position (FEN)" : "Problem"}
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
              {Object.entries(CHAPTERS).map(([key, { title }]) => <option key={key} value={key}>{title}</option>)}
            </select>
          </label>
          <label class="grow">
            Question
            <input list="questions" value={question} onInput={(event) => setQuestion(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && void think(null)} />
            <datalist id="questions">{chapter.questions.map((text) => <option key={text} value={text} />)}</datalist>
          </label>
        </div>
        <div class="row">
          <button class="primary" onClick={() => void think(null)} disabled={busy}>Answer it</button>
          <button onClick={() => void think(cycles + 1)} disabled={busy || (!!answer && cycles > 0)}>One step</button>
          <button onClick={() => { job.current?.stop(); setFound(undefined); setCycles(0); setBusy(false); }} disabled={!found && !busy}>{busy ? "Stop" : "Begin anew"}</button>
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
        </div>
        {answer && (
          <>
            {answer.seen_at_once && <p>{sentence(answer.seen_at_once)}</p>}
            {answer.idea && <IdeaView idea={answer.idea} point={setPointed} walk={walk} />}
            {tree && (
              <details>
                <summary>All moves</summary>
                <Walk nodes={tree} position={problem} chapter={name} game={chapter.chess ? "chess" : "graph"} />
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
        {found && (
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

/** The plan that decides, and the lines that carry it; a move that is clicked is shown on the board. */
function IdeaView({ idea, point, walk }: { idea: Idea; point(marks: Marks): void; walk(moves: string[]): void }) {
  const places = idea.plan.match(/\b[a-h][1-8]\b/g) ?? [];
  const show = () => point({ arrows: [], places });
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
