// Write your own: advice that is checked as one types, and proved at a click.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Analysis, Edit, Examples, Finding, Sections, Verification } from "./documents";
import { type Editor, changes, open } from "./editor";
import { type Job, type Progress, ask, start } from "./engine";
import { Game } from "./game";
import { Report } from "./report";

const DRAFT = "nasvet-draft";

const FIRST = `# King and queen against king

The queen takes squares away from the king until he stands at the edge.
Change what you like; mistakes are shown at once.

\`\`\`advice
endgame "King and queen against king"
us K Q
them K

let enemy = their.king

advice mate_in_two {
  "Mate in two moves."
  better  mate
  holding not stalemate
  us      any
  within  2 moves
}

advice drive_back {
  "Take squares away from the king."
  better  them_to_move and not stalemate and distance(our.king, enemy) < before.distance(our.king, enemy)
  holding not stalemate
  us      any
  within  1 move
}

table { otherwise mate_in_two, drive_back }

claim wins from every position

example "8/8/8/3k4/8/8/1Q6/K7 w - -" fires drive_back
\`\`\`
`;

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A text from a link of strangers: no longer than the engine takes. */
async function unpacked(link: string): Promise<string> {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > 256 * 1024) throw new Error("too long");
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).text();
}

const fine = (n: number) => (n === 0 ? "" : n === 1 ? "Its example is as it says." : `All ${n} examples are as they say.`);

export function WritePage({ query }: { query: URLSearchParams }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>();
  const [text, setText] = useState("");
  const [findings, setFindings] = useState<Finding[]>([]);
  const [sound, setSound] = useState<string>();
  const [examples, setExamples] = useState<Examples>();
  const [progress, setProgress] = useState<Progress>();
  const [running, setRunning] = useState(false);
  const [found, setFound] = useState<Verification>();
  const [said, setSaid] = useState("");
  const [played, setPlayed] = useState<{ text: string; position: string }>();
  const job = useRef<Job<Verification>>();
  const from = query.get("from");
  const link = query.get("text");

  useEffect(() => {
    document.title = "Write your own – Nasvet";
    let live = true;
    const begin = (text: string) => {
      if (!live) return;
      setText(text);
      editor.current = open(host.current!, text, {
        rename: () => void rename(),
        changed(text) {
          setText(text);
          setFound(undefined);
          try {
            localStorage.setItem(DRAFT, text);
          } catch {
            // Nothing is kept, but one can write.
          }
        },
        analysed(analysis: Analysis, text: string) {
          setFindings(analysis.findings);
          const sound = !analysis.findings.some((finding) => finding.error);
          setSound(sound ? text : undefined);
          if (!sound) return setExamples(undefined);
          ask<Examples>({ ask: "examples", chapter: { text } }).then(setExamples, () => setExamples(undefined));
        },
      });
    };
    if (link) unpacked(link).then(begin, () => (setSaid("The link is damaged."), begin(FIRST)));
    else if (from) ask<Sections>({ ask: "chapter", chapter: from }).then((chapter) => begin(chapter.text), () => begin(FIRST));
    else begin(localStorage.getItem(DRAFT) ?? FIRST);
    return () => {
      live = false;
      job.current?.stop();
      editor.current?.view.destroy();
    };
  }, [from, link]);

  const apply = (edits: Edit[]) => {
    editor.current?.view.dispatch({ changes: changes(edits) });
    editor.current?.view.focus();
  };

  async function verify(sample: number | null) {
    job.current?.stop();
    setRunning(true);
    setSaid("");
    setFound(undefined);
    setProgress(undefined);
    const mine = start<Verification>({ ask: "verify", chapter: { text }, sample }, setProgress);
    job.current = mine;
    try {
      const found = await mine.answer;
      if (job.current === mine) setFound(found);
    } catch (error) {
      if (job.current === mine) setSaid((error as Error).message);
    }
    if (job.current === mine) setRunning(false);
  }

  async function format() {
    try {
      editor.current?.replace(await ask<string>({ ask: "format", text }));
      setSaid("");
    } catch (error) {
      setSaid((error as Error).message);
    }
  }

  async function rename() {
    const view = editor.current?.view;
    if (!view) return;
    const name = prompt("The new name of what stands at the cursor:");
    if (!name) return;
    try {
      apply(await ask<Edit[]>({ ask: "rename", text: view.state.doc.toString(), at: view.state.selection.main.head, name }));
    } catch (error) {
      setSaid((error as Error).message);
    }
  }

  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
    link.download = "chapter.md";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const share = async () => {
    const address = `${location.origin}${location.pathname}#/write?text=${await packed(text)}`;
    await navigator.clipboard.writeText(address).then(() => setSaid("The link is copied; it carries the whole text."), () => setSaid(address));
  };

  // The board opens below, where it may be out of sight.
  const own = useRef<HTMLElement>(null);
  useEffect(() => own.current?.scrollIntoView({ block: "nearest" }), [played]);

  const failed = examples?.examples.filter((example) => !example.ok) ?? [];
  const first = examples?.examples[0]?.position;
  const errors = findings.filter((finding) => finding.error).length;
  return (
    <div class="writing">
      <h1>Write your own</h1>
      <div class="row" role="group" aria-label="Text">
        <button onClick={() => void format()}>Lay out</button>
        <button onClick={() => void rename()}>Rename…</button>
        <button onClick={save}>Save file</button>
        <label class="button">
          Open file
          <input class="hidden" type="file" accept=".md,.advice,text/*" onChange={(event) => void event.currentTarget.files?.[0]?.text().then((text) => editor.current?.replace(text))} />
        </label>
        <button onClick={() => void share()}>Share as a link</button>
        <button onClick={() => editor.current?.replace(FIRST)}>Start afresh</button>
      </div>
      <div class="two wide">
        <div class="editor" ref={host} />
        <section aria-label="What is found">
          <div role="status" aria-live="polite">
            {said && <p class="problem">{said}</p>}
            <p>
              {errors > 0 ? <strong class="problem">{errors === 1 ? "One mistake." : `${errors} mistakes.`}</strong> : sound !== undefined ? <span><span class="tick" aria-hidden="true">✓</span> The chapter makes sense.</span> : "Reading…"}{" "}
              {examples && (failed.length === 0 ? fine(examples.examples.length) : `${failed.length} of ${examples.examples.length} examples are not as they say.`)}
            </p>
          </div>
          <ul class="findings" aria-label="Findings">
            {findings.slice(0, 12).map((finding, idx) => (
              <li key={idx} class={finding.error ? "" : "warning"}>
                <p>{finding.message}</p>
                {finding.help && <p class="quiet">{finding.help}</p>}
                {finding.fixes.slice(0, 3).map((fix) => <button key={fix.title} onClick={() => apply(fix.edits)}>{fix.title}</button>)}
              </li>
            ))}
            {failed.slice(0, 5).map((example) => (
              <li key={example.line}>
                <p>Line {example.line}: {example.problems.join("; ")}.</p>
                {example.why?.slice(0, 3).map((why) => <p key={why} class="quiet">{why}</p>)}
              </li>
            ))}
          </ul>
          <div class="row" role="group" aria-label="Verify">
            <button class="primary" disabled={sound !== text || running} onClick={() => void verify(2000)}>Verify a sample</button>
            <button disabled={sound !== text || running} onClick={() => void verify(null)}>Verify all positions</button>
            {running && <button onClick={() => { job.current?.stop(); setRunning(false); }}>Stop</button>}
          </div>
          {running && (
            <p>
              <progress max={progress?.of || undefined} value={progress?.of ? progress.done : undefined} aria-label="Progress of the verifier" />
              <span class="quiet small">{progress?.what ?? "Beginning"}</span>
            </p>
          )}
          <div role="status" aria-live="polite">{found && <Report found={found} open={(position) => setPlayed({ text, position })} />}</div>
          {!played && first && sound !== undefined && <button onClick={() => setPlayed({ text: sound, position: first })}>Play by this chapter</button>}
          {played && (
            <section class="own" ref={own} aria-label="Play by your chapter">
              <Game key={played.position + played.text.length} chapter={{ text: played.text }} game="chess" title="Your chapter" start={played.position} />
            </section>
          )}
        </section>
      </div>
    </div>
  );
}
