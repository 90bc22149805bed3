// The laboratory: a middlegame position, a goal, and the plans that lead to it.

import { useEffect, useRef, useState } from "preact/hooks";
import { Board, type Marks } from "./board";
import type { Board as BoardDocument, Combination } from "./documents";
import { type Job, ask, start } from "./engine";
import { Line } from "./game";
import { Icon } from "./icons";
import { fromAddress, numbered, toAddress, turn } from "./squares";

interface Problem {
  position: string;
  goal: string;
  id: string;
}

interface Suites {
  pitrat: Problem[];
  motifs: { motif: string; problems: Problem[] }[];
}

/** A study that Pitrat’s program solved in 1977. */
const FIRST = { position: "5r2/pp2k3/1b3p2/4p2Q/4P1N1/8/PP2qPPP/3R2K1 w - -", goal: "20" };

const MOTIFS: Record<string, string> = {
  mateIn2: "Mate in two",
  mateIn3: "Mate in three",
  fork: "Fork",
  pin: "Pin",
  skewer: "Skewer",
  discoveredAttack: "Discovered attack",
  deflection: "Deflection",
  attraction: "Attraction",
  sacrifice: "Sacrifice",
  backRankMate: "Back rank",
};

const GOALS: [string, string][] = [
  ["best", "The best there is"],
  ["mate", "Mate"],
  ["10", "Win a pawn or more"],
  ["20", "Win two pawns or more"],
  ["30", "Win a piece or more"],
  ["50", "Win a rook or more"],
];

function isFound(found: Combination): boolean {
  return found.verdict === "proved" || found.verdict === "found";
}

/** What is won, in words. */
function wins(found: Combination): string {
  if (found.goal === "mate") return `${found.side} mates.`;
  const worth: Record<string, string> = { "10": "a pawn", "20": "two pawns", "30": "a minor piece", "45": "a rook", "90": "two rooks’ worth", "95": "a queen" };
  return `${found.side} wins at least ${worth[found.goal] ?? `${found.goal}, where a pawn is 10`}.`;
}

export function LaboratoryPage({ query }: { query: URLSearchParams }) {
  const asked = query.get("at");
  const [position, setPosition] = useState(asked ? fromAddress(asked) : FIRST.position);
  const [goal, setGoal] = useState(query.get("goal") ?? FIRST.goal);
  const [found, setFound] = useState<Combination>();
  const [board, setBoard] = useState<BoardDocument>();
  const [ply, setPly] = useState(0);
  const [suites, setSuites] = useState<Suites>();
  const [pointed, setPointed] = useState<Marks>();
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const job = useRef<Job<Combination>>();

  useEffect(() => {
    document.title = "Combination laboratory – Nasvet";
    fetch("suites.json").then((response) => response.json()).then(setSuites, () => {});
    return () => job.current?.stop();
  }, []);

  useEffect(() => {
    if (asked) setPosition(fromAddress(asked));
    setGoal(query.get("goal") ?? (asked ? "best" : FIRST.goal));
  }, [asked, query.get("goal")]);

  useEffect(() => {
    job.current?.stop();
    setFound(undefined);
    setPly(0);
    setBusy(false);
    ask<BoardDocument>({ ask: "board", chapter: "chess", position }).then(
      (read) => (setBoard(read), setWrong("")),
      (error: Error) => setWrong(error.message),
    );
  }, [position, goal]);

  async function look() {
    setBusy(true);
    setWrong("");
    setPly(0);
    const mine = start<Combination>({ ask: "combine", position, goal, trace: true }, () => {});
    job.current = mine;
    try {
      const answer = await mine.answer;
      setFound(answer);
      if (answer.line.length) {
        const walked = await ask<BoardDocument>({ ask: "board", chapter: "chess", position, moves: answer.line.filter((move) => move !== "--") });
        setBoard(walked);
      }
    } catch (error) {
      if (job.current === mine) setWrong((error as Error).message);
    }
    if (job.current === mine) setBusy(false);
  }

  const at = ply === 0 ? position : board?.line?.[ply - 1] ?? position;
  const n = board?.line?.length ?? 0;
  const options = GOALS.some(([value]) => value === goal) ? GOALS : [...GOALS, [goal, `Win ${goal} (a pawn is 10)`] as [string, string]];
  return (
    <div class="two">
      <section aria-label="Position">
        <Board
          position={at}
          moves={[]}
          last={ply > 0 ? board?.played?.[ply - 1] : null}
          flipped={turn(position) === "black"}
          marks={ply === 0 ? pointed : undefined}
          label={`Chess board with the position ${at}`}
        />
        {n > 0 && (
          <div class="controls" role="group" aria-label="Walk through the line">
            <button onClick={() => setPly(0)} disabled={ply === 0} aria-label="To the beginning"><Icon name="first" /></button>
            <button onClick={() => setPly(ply - 1)} disabled={ply === 0} aria-label="Back"><Icon name="back" /></button>
            <button onClick={() => setPly(ply + 1)} disabled={ply === n} aria-label="Forward"><Icon name="forward" /></button>
            <span class="turn">{ply === 0 ? "The position" : `After ${board?.played?.[ply - 1]?.text}`}</span>
          </div>
        )}
        <div class="row">
          <label class="grow">
            Position (FEN)
            <input value={position} spellcheck={false} onChange={(event) => (location.hash = `#/laboratory?at=${toAddress(event.currentTarget.value)}&goal=${goal}`)} />
          </label>
        </div>
      </section>
      <section>
        <h1>Combination laboratory</h1>
        <p>A combination is looked for as a player does: by plans. A plan asks for moves, the answer of the other side puts it in danger, and a way round the danger is a new plan.</p>
        <div class="row">
          <label>
            Goal
            <select value={goal} onChange={(event) => (location.hash = `#/laboratory?at=${toAddress(position)}&goal=${event.currentTarget.value}`)}>
              {options.map(([value, title]) => <option key={value} value={value}>{title}</option>)}
            </select>
          </label>
          <button class="primary" onClick={() => void look()} disabled={busy || !board}>Look for it</button>
          {busy && <button onClick={() => { job.current?.stop(); setBusy(false); }}>Stop</button>}
        </div>
        <div role="status" aria-live="polite">
          {wrong && <p class="problem">{wrong}</p>}
          {busy && <p class="quiet">Making plans…</p>}
          {found && (
            <p class={`answer ${isFound(found) ? "yes" : ""}`}>
              {isFound(found) ? numbered(position, found.line) : found.verdict === "not found" ? "Plans find no combination here." : `Not settled: ${found.stopped ?? "a limit came first"}.`}
            </p>
          )}
        </div>
        {found && (
          <>
            {isFound(found) && (
              <>
                <p>
                  {wins(found)}{" "}
                  {found.verdict === "proved" ? "Proved against every reply." : `Found, but not proved${found.unanswered?.length ? `; not settled: ${numbered(position, found.unanswered)}` : ""}.`}
                </p>
                {found.others?.map((line) => <p key={line.join(" ")} class="quiet">Or {numbered(position, line)}.</p>)}
                {found.motifs && found.motifs.length > 0 && <p>Motifs: {found.motifs.join(", ")}.</p>}
              </>
            )}
            {found.story.length > 0 && (
              <div class="story">
                <h2>How the idea was found</h2>
                {found.story.map((sentence) => <Line key={sentence.text} sentence={sentence} point={setPointed} />)}
              </div>
            )}
            <p class="quiet small">
              {found.statistics.plans.toLocaleString("en")} plans, {found.statistics.nodes.toLocaleString("en")} moves looked at; {found.statistics.first_moves} of {found.statistics.legal_moves} first moves were worth a thought.
            </p>
            {found.trace && found.trace.length > 0 && (
              <details>
                <summary>Plans that came and failed</summary>
                <div class="scrolls" tabIndex={0} role="region" aria-label="Plans">
                  <table>
                    <thead><tr><th scope="col">After</th><th scope="col">Plan</th><th scope="col">What was thought of it</th></tr></thead>
                    <tbody>
                      {found.trace.slice(0, 200).map((plan, idx) => (
                        <tr key={idx}><td>{plan.line.join(" ") || "–"}</td><td><code>{plan.plan}</code></td><td>{plan.verdict}</td></tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </details>
            )}
          </>
        )}
        {suites && (
          <section class="suites">
            <h2>Positions by motif</h2>
            <Row title="From Pitrat’s paper of 1977" problems={suites.pitrat} />
            {suites.motifs.map(({ motif, problems }) => <Row key={motif} title={MOTIFS[motif] ?? motif} problems={problems} />)}
          </section>
        )}
      </section>
    </div>
  );
}

function Row({ title, problems }: { title: string; problems: Problem[] }) {
  return (
    <details>
      <summary>{title} ({problems.length})</summary>
      <div class="row">
        {problems.map((problem, idx) => (
          <button key={problem.id} aria-label={`${title}, ${problem.id}`} onClick={() => (location.hash = `#/laboratory?at=${toAddress(problem.position)}&goal=${problem.goal}`)}>{idx + 1}</button>
        ))}
      </div>
    </details>
  );
}
