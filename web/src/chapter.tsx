// A chapter: prose and advice beside a board.

import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { MiniBoard, type Marks, noMarks } from "./board";
import { plain } from "./contents";
import type { Evaluation, Part, Sections } from "./documents";
import { ask } from "./engine";
import { Game } from "./game";
import { Pieces } from "./prose";
import { fromAddress, isSquare, toAddress } from "./squares";

export function ChapterPage({ name, query }: { name: string; query: URLSearchParams }) {
  const [chapter, setChapter] = useState<Sections>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    ask<Sections>({ ask: "chapter", chapter: name }).then((found) => {
      setChapter(found);
      document.title = `${found.title} – Nasvet`;
    }, (error: Error) => setProblem(error.message));
  }, [name]);
  if (problem)
    return (
      <div class="contents">
        <h1>This page is not in the book</h1>
        <p role="alert">{problem}</p>
        <p><a href="#/">Back to the contents</a></p>
      </div>
    );
  if (!chapter) return <p class="quiet">Opening the chapter…</p>;
  return <Reading chapter={chapter} query={query} />;
}

function Reading({ chapter, query }: { chapter: Sections; query: URLSearchParams }) {
  const wanted = query.get("at");
  const start = wanted ? fromAddress(wanted) : chapter.start;
  const [position, setPosition] = useState(start ?? "");
  const [marks, setMarks] = useState<Marks>(noMarks);
  const [value, setValue] = useState("");
  const plays = start !== null && chapter.game !== "graphs" && !chapter.thinks;

  const open = useCallback((at: string) => {
    location.hash = chapter.thinks
      ? `#/reasoner?chapter=${chapter.name}&at=${toAddress(at)}`
      : `#/${chapter.name}?at=${toAddress(at)}`;
    if (!chapter.thinks && innerWidth < 900) document.querySelector(".aside")?.scrollIntoView({ behavior: "smooth" });
  }, [chapter]);

  // Pointing at a definition shows what it comes to, and its squares.
  const point = useCallback((name: string | undefined) => {
    if (!name || chapter.game !== "chess") {
      setMarks(noMarks);
      setValue("");
      return;
    }
    // Of a piece of advice one wants to know whether it works.
    const isPiece = chapter.pieces.some(([piece]) => piece === name);
    const expression = isPiece ? `can ${name}` : name;
    ask<Evaluation>({ ask: "evaluate", chapter: chapter.name, position, expression }).then((found) => {
      setMarks({ places: squares(found), arrows: [] });
      const shown = found.value === null ? "no value" : found.value === true ? "yes" : found.value === false ? "no" : [found.value].flat().join(" ");
      setValue(isPiece ? `${name} ${found.value === true ? "works" : "does not work"} here` : `${name}: ${shown || "none"}`);
    }, (error: Error) => setValue(/unknown-name/i.test(error.message) ? "" : briefly(error.message)));
  }, [chapter, position]);

  const names = useMemo(() => definitions(chapter), [chapter]);
  const parts = useMemo(() => chapter.parts.map((part, idx) => <PartView key={idx} part={part} game={chapter.game} open={open} point={point} />), [chapter, open, point]);

  return (
    <div class={plays ? "reading" : "reading alone"}>
      <article>
        {parts}
        <Proved chapter={chapter} />
      </article>
      {plays && (
        <aside class="aside" aria-label="Board">
          <Game chapter={chapter.name} game={chapter.game} title={chapter.title} start={start} marks={marks} at={setPosition} />
          {chapter.game === "chess" && <Asked names={names} point={point} />}
          <p class="value" role="status">{value}</p>
        </aside>
      )}
    </div>
  );
}

/** The squares of a value; of a number, those that it counts or measures. */
function squares({ value, parts }: Evaluation): string[] {
  const own = [value].flat().filter((item): item is string => typeof item === "string" && isSquare(item));
  if (own.length || typeof value !== "number") return own;
  const counted = (parts ?? []).filter((part) => typeof part.value === "number" || Array.isArray(part.value));
  return counted.map(squares).find((found) => found.length) ?? [];
}

/** A finding of the checker, without the picture of where it is. */
const briefly = (message: string) => message.split("\n")[0]!.replace(/^error\[[\w-]+\]: /i, "");

/** The names that a chapter defines, each once. */
function definitions(chapter: Sections): string[] {
  const tokens = chapter.parts.flatMap((part) => (part.kind === "advice" ? part.tokens : []));
  return [...new Set(tokens.filter(([, kind]) => kind === "defined").map(([text]) => text))].sort();
}

/** The same as pointing at a definition, without a mouse; and for any expression. */
function Asked({ names, point }: { names: string[]; point(name: string | undefined): void }) {
  return (
    <label class="asked">
      Value of
      <input list="definitions" placeholder={names[0]} spellcheck={false} autocomplete="off" onChange={(event) => point(event.currentTarget.value.trim() || undefined)} />
      <datalist id="definitions">{names.map((name) => <option key={name} value={name} />)}</datalist>
    </label>
  );
}

function PartView({ part, game, open, point }: { part: Part; game: string; open(position: string): void; point(name: string | undefined): void }) {
  switch (part.kind) {
    case "heading": {
      const Heading = `h${Math.min(part.level, 4)}` as "h2";
      return <Heading><Pieces pieces={part.pieces} /></Heading>;
    }
    case "paragraph":
      return <p><Pieces pieces={part.pieces} /></p>;
    case "list": {
      const List = part.ordered ? "ol" : "ul";
      return <List>{part.items.map((item, idx) => <li key={idx}><Pieces pieces={item} /></li>)}</List>;
    }
    case "table":
      return (
        <div class="scrolls" tabIndex={0} role="region" aria-label="Table">
          <table>
            <tbody>
              {part.rows.map((row, idx) => (
                <tr key={idx}>{row.map((cell, at) => (idx === 0 ? <th key={at} scope="col"><Pieces pieces={cell} /></th> : <td key={at}><Pieces pieces={cell} /></td>))}</tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "code":
      return <pre tabIndex={0}><code>{part.text}</code></pre>;
    case "advice":
      return <AdviceView part={part} game={game} open={open} point={point} />;
  }
}

function AdviceView({ part, game, open, point }: { part: Extract<Part, { kind: "advice" }>; game: string; open(position: string): void; point(name: string | undefined): void }) {
  return (
    <>
      <pre class="advice" tabIndex={0} aria-label="Advice">
        <code>
          {part.tokens.map(([text, kind], idx) =>
            kind === "defined" && game === "chess" ? (
              <span key={idx} class="t-defined" onMouseEnter={() => point(text)} onMouseLeave={() => point(undefined)}>{text}</span>
            ) : kind ? (
              <span key={idx} class={`t-${kind}`}>{text}</span>
            ) : (
              text
            ),
          )}
        </code>
      </pre>
      {part.examples.length > 0 && game === "chess" && (
        <div class="examples">
          {part.examples.map((example, idx) => (
            <figure key={idx}>
              <MiniBoard position={example.position} open={() => open(example.position)} label={`Play from this example: ${example.says || "a position"}`} />
              <figcaption>{caption(example.says)}</figcaption>
            </figure>
          ))}
        </div>
      )}
      {part.examples.length > 0 && game !== "chess" && (
        <p class="examples">
          {part.examples.map((example, idx) => <button key={idx} onClick={() => open(example.position)}>{example.position}</button>)}
        </p>
      )}
    </>
  );
}

/** What an example says, in words. */
function caption(says: string): string {
  const move = /plays "([^"]+)"/.exec(says)?.[1];
  const shows = /shows (.*)$/.exec(says)?.[1];
  return move ? `The chapter plays ${move}.` : shows && shows.length < 40 ? `Here ${shows}.` : "Play from here.";
}

/** A claim with its condition, whose words the chapter defines. */
function Claim({ claim }: { claim: string }) {
  const condition = / where (.*)\.$/.exec(claim)?.[1];
  if (condition === undefined || condition === "us_to_move") return <>{plain(claim)}</>;
  return <>{claim.slice(0, claim.indexOf(" where "))} where <code>{condition}</code>.</>;
}

function Proved({ chapter }: { chapter: Sections }) {
  if (!chapter.report) return null;
  return (
    <section class="report">
      <h2>What is proved</h2>
      {chapter.proved.length > 0 ? (
        <ul>{chapter.proved.map((claim) => <li key={claim}><span class="tick" aria-hidden="true">✓</span> <Claim claim={claim} /></li>)}</ul>
      ) : (
        <p>The chapter claims nothing; the report says how it fares.</p>
      )}
      <details>
        <summary>The whole report</summary>
        <pre tabIndex={0}>{chapter.report}</pre>
      </details>
      <p><a href={`#/practice?chapter=${chapter.name}`}>Practise this ending</a> · <a href={`#/write?from=${chapter.name}`}>Change the chapter and prove it again</a></p>
    </section>
  );
}
