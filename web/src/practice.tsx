// Practice: you have the side with the task, every move is judged at once, and what you miss comes again.
//
// The page keeps the progress and the lines of the task; the engine keeps nothing.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type Marks, noMarks } from "./board";
import { entries } from "./contents";
import type { Entry, Practice, Progress } from "./documents";
import { ask } from "./engine";
import { squaresIn, turn } from "./squares";

interface Task {
  chapter?: string;
  position?: string;
  seed: number;
  now: number;
  progress?: Progress;
  lines: { line: string; now: number }[];
}

const PROGRESS = "nasvet-progress";
const TASK = "nasvet-task";

const seconds = () => Math.floor(Date.now() / 1000);

function kept<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing can still be practised in.
  }
}

export function PracticePage({ query }: { query: URLSearchParams }) {
  const wanted = query.get("chapter") ?? undefined;
  const [chapters, setChapters] = useState<Entry[]>([]);
  const [task, setTask] = useState<Task>();
  const [now, setNow] = useState<Practice>();
  const [log, setLog] = useState<Practice["said"]>([]);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(true);
  const run = useRef(0);

  useEffect(() => {
    document.title = "Practice – Nasvet";
    entries().then((found) => setChapters(found.filter((entry) => entry.practice)), () => {});
  }, []);

  useEffect(() => {
    const before = kept<Task>(TASK);
    if (before && (!wanted || before.chapter === wanted)) void send(before, true);
    else void begin(wanted);
  }, [wanted]);

  async function send(next: Task, fresh = false) {
    const mine = ++run.current;
    setBusy(true);
    setProblem("");
    try {
      const found = await ask<Practice>({ ask: "practise", ...next });
      if (mine !== run.current) return;
      keep(TASK, { ...next, chapter: found.chapter });
      keep(PROGRESS, found.progress);
      setTask(next);
      setNow(found);
      setLog((before) => (fresh || next.lines.length === 0 ? found.said : [...found.said, ...before]));
    } catch (error) {
      if (mine !== run.current) return;
      setProblem((error as Error).message);
      // A task that cannot be gone on with is no reason to be stuck.
      if (fresh && next.lines.length > 0) localStorage.removeItem(TASK);
    } finally {
      if (mine === run.current) setBusy(false);
    }
  }

  const begin = (chapter?: string) => {
    setLog([]);
    const fixed = query.get("seed");
    const position = query.get("at")?.replaceAll("_", " ");
    return send({ chapter, position, seed: fixed ? Number(fixed) : seconds(), now: seconds(), progress: kept<Progress>(PROGRESS), lines: [] });
  };
  const line = (text: string) => task && !busy && void send({ ...task, lines: [...task.lines, { line: text, now: seconds() }] });

  const exported = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(kept(PROGRESS) ?? {}, null, 2)], { type: "application/json" }));
    link.download = "nasvet-practice.json";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const imported = async (file: File | undefined) => {
    if (!file) return;
    try {
      const read = JSON.parse(await file.text()) as Progress;
      if (read.format !== "nasvet-practice") throw new Error();
      keep(PROGRESS, read);
      await begin(read.last);
    } catch {
      setProblem("This file holds no progress of Nasvet.");
    }
  };

  // A hint that names a square shows it.
  const told = log[0];
  const marks = useMemo<Marks>(() => (told && !told.m ? { arrows: [], places: squaresIn(told.text) } : noMarks), [told]);
  const board = now && (now.waits === "again" && now.after ? now.after : now.board);
  const playing = now?.waits === "move";
  return (
    <div class="two">
      <section aria-label="Board">
        {now && board ? (
          <Board
            position={board.position}
            moves={playing && !busy ? board.moves : []}
            last={now.waits === "again" ? null : now.last}
            flipped={turn(now.start) === "black"}
            marks={marks}
            label={`Chess board. ${now.goal} Arrow keys walk, Enter chooses a piece and its square.`}
            play={playing ? (move) => line(move.text) : undefined}
          />
        ) : (
          <div class="board placeholder" aria-hidden="true" />
        )}
        <div class="controls" role="group" aria-label="Task">
          {now?.waits === "next" ? (
            <button class="primary" onClick={() => void begin(now.chapter)}>Next task</button>
          ) : now?.waits === "again" ? (
            <>
              <button class="primary" onClick={() => line("again")}>Take it back</button>
              <button onClick={() => line("why")}>Why?</button>
              <button onClick={() => void begin(now.chapter)}>Another task</button>
            </>
          ) : (
            <>
              <button onClick={() => line("hint")} disabled={busy}>Hint</button>
              <button onClick={() => line("why")} disabled={busy || !now?.moves.length}>Why?</button>
              <button onClick={() => line("show")} disabled={busy}>Solution</button>
              <button onClick={() => void begin(now?.chapter)} disabled={busy}>Another task</button>
            </>
          )}
        </div>
      </section>
      <section>
        <h1>Practice</h1>
        <div class="row">
          <label class="grow">
            Ending
            <select value={now?.chapter ?? wanted ?? ""} onChange={(event) => (location.hash = `#/practice?chapter=${event.currentTarget.value}`)}>
              {chapters.map((entry) => <option key={entry.name} value={entry.name}>{entry.title}</option>)}
            </select>
          </label>
        </div>
        {now && <p class="task">{now.goal}</p>}
        <div role="status" aria-live="polite">
          {problem && <p class="problem">{problem}</p>}
          {busy && !now && <p class="quiet">Setting up the board…</p>}
          {now && log.length === 0 && <p class="quiet">Make your move on the board. Every move is judged at once, by its result and by the method of the chapter.</p>}
          <ul class="log" aria-label="What was said">
            {log.slice(0, 40).map((said, idx) => (
              <li key={log.length - idx} class={said.m.endsWith("?") ? "bad" : said.m ? "" : "plain"}>
                {said.m && <span class="move">{said.label} {said.m}</span>}
                {(said.text || !said.m) && <span>{said.text}</span>}
              </li>
            ))}
          </ul>
        </div>
        <Learnt progress={now?.progress} />
        <div class="row">
          <button onClick={exported}>Save progress</button>
          <label class="button">
            Load progress
            <input class="hidden" type="file" accept="application/json,.json" onChange={(event) => void imported(event.currentTarget.files?.[0])} />
          </label>
        </div>
      </section>
    </div>
  );
}

const BOXES: Record<string, string> = { solved: "■", helped: "▣", failed: "□" };

/** How far one is, idea by idea. */
function Learnt({ progress }: { progress?: Progress }) {
  const chapters = progress?.chapters.filter((chapter) => chapter.ideas.length > 0) ?? [];
  if (chapters.length === 0) return null;
  const due = chapters.flatMap((chapter) => chapter.repeats).filter((repeat) => repeat.due <= seconds()).length;
  return (
    <details open>
      <summary>How far you are{due > 0 ? ` (${due} due again)` : ""}</summary>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Progress">
        <table>
          <thead><tr><th scope="col">Idea</th><th scope="col">Solved</th><th scope="col">Lately</th></tr></thead>
          <tbody>
            {chapters.flatMap((chapter) =>
              chapter.ideas.map((idea) => (
                <tr key={`${chapter.chapter} ${idea.idea}`}>
                  <td>{idea.idea}</td>
                  <td class="number">{idea.solved} of {idea.tried}</td>
                  <td class="boxes" aria-label={idea.recent.slice(-10).join(", ")}>{idea.recent.slice(-10).map((result) => BOXES[result]).join("")}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </details>
  );
}
