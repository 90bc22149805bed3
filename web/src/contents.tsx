// The list of contents. Without a server it is made when the page is built, so that nobody waits for the engine.

import { useEffect, useState } from "preact/hooks";
import { MiniBoard } from "./board";
import type { Entry } from "./documents";
import { ask, engineName } from "./engine";

/** The chapters in the order in which one learns from them. */
export async function entries(): Promise<Entry[]> {
  if (engineName === "server") return (await ask<{ chapters: Entry[] }>({ ask: "contents" })).chapters;
  const response = await fetch("contents.json");
  return ((await response.json()) as { chapters: Entry[] }).chapters;
}

const PARTS: [string, string, string[]][] = [
  ["To begin with", "What advice is, and how it is proved.", ["first-advice", "nim", "and-or"]],
  ["Mates", "Against the bare king.", ["kqk", "krk", "krk-box", "kbbk", "kbnk", "krk-van-emden", "krk-memoryless", "advice-and-logic"]],
  ["Pawns", "Key squares, the opposition, and races.", ["kpk", "kpk-defence", "opposition", "kqkp", "krkp", "krkp-defence", "kpkp"]],
  ["Piece against piece", "The long ones.", ["kqkr", "knkr", "knkr-together", "krkn"]],
];

export function Contents() {
  const [chapters, setChapters] = useState<Entry[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    document.title = "Nasvet: chess knowledge, proved while you read";
    entries().then(setChapters, () => setProblem("The list of contents could not be loaded."));
  }, []);
  const named = new Map(chapters.map((chapter) => [chapter.name, chapter]));
  const listed = new Set(PARTS.flatMap(([, , names]) => names));
  const others = chapters.filter((chapter) => !listed.has(chapter.name)).map((chapter) => chapter.name);
  const parts: typeof PARTS = others.length ? [...PARTS, ["And also", "", others]] : PARTS;
  return (
    <div class="contents">
      <h1>Chess knowledge, proved while you read</h1>
      <p class="lead">
        Every chapter is advice in words that a player can follow and a machine can check.
        Read it, play by it, ask why; and where a chapter makes a claim, the claim was tried in every position there is.
      </p>
      {problem && <p class="problem" role="alert">{problem}</p>}
      {parts.map(([title, about, names]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p class="quiet">{about}</p>
          <ul class="entries">
            {names.map((name) => named.get(name)).filter((entry) => entry !== undefined).map((entry) => (
              <li key={entry.name}>
                {entry.game === "chess" && entry.examples[0] ? (
                  <MiniBoard position={entry.examples[0]} open={() => (location.hash = `#/${entry.name}`)} label={`Open ${entry.title}`} />
                ) : (
                  <span class="mini other" aria-hidden="true">{entry.game === "nim" ? "❘❘❘" : "∧∨"}</span>
                )}
                <div>
                  <h3><a href={`#/${entry.name}`}>{entry.title}</a></h3>
                  <p>{entry.about}</p>
                  {entry.proved.length > 0 && (
                    <p class="proved">
                      <span class="tick" aria-hidden="true">✓</span> Proved in {entry.positions} positions: {entry.proved.slice(0, 2).map(plain).join(" ")}
                    </p>
                  )}
                  {entry.practice && <a class="small" href={`#/practice?chapter=${entry.name}`}>Practise it<span class="hidden"> ({entry.title})</span></a>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>Beyond the chapters</h2>
        <ul class="doors">
          <li><a href="#/practice">Practice</a><p>You play, every move is judged at once, and what you miss comes again.</p></li>
          <li><a href="#/laboratory">Combination laboratory</a><p>Give it a middlegame position and watch plans come and fail.</p></li>
          <li><a href="#/reasoner">Reasoner</a><p>Pose a question about a pawn race and see how the answer is found.</p></li>
          <li><a href="#/write">Write your own</a><p>Advice for an ending of yours, checked as you type and proved at a click.</p></li>
        </ul>
      </section>
    </div>
  );
}

/** A claim as a sentence; a condition in words of the chapter is left to the chapter. */
export function plain(claim: string): string {
  const [before = "", condition] = claim.replace(/\.$/, "").split(" where ");
  const words = before.replace(/at most 0 half-points/, "no half-points").replace(" in strong mode", ", if plans are followed to their end").replace(" in weak mode", ", if every move is thought out anew").replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString("en"));
  return condition === undefined || condition === "us_to_move" ? `${words}.` : `${words}, on a condition that the chapter states.`;
}
