// Builds the page: `node build.mjs FOLDER [READER.wasm WORKSHOP.wasm]`. Without engines it needs `nasvet serve`.
//
// Who reads, plays and practises loads a smaller engine than who reasons, combines, writes and verifies.
// The list of contents is asked of the engine here, so that the first page needs no engine.

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, reader, workshop] = process.argv.slice(2);
if (!folder || (reader && !workshop)) throw new Error("usage: node build.mjs FOLDER [READER.wasm WORKSHOP.wasm]");

// Nothing is removed but an older page.
const before = existsSync(folder) ? readdirSync(folder) : [];
if (before.length && !(before.includes("index.html") && readFileSync(join(folder, "index.html"), "utf8").includes("nasvet-engine")))
  throw new Error(`${folder} holds something else than a page; name an empty folder`);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
if (reader) {
  copyFileSync(reader, join(folder, "reader.wasm"));
  copyFileSync(workshop, join(folder, "workshop.wasm"));
}
copyFileSync(join(here, "index.html"), join(folder, "index.html"));
copyFileSync(join(here, "src/icon.svg"), join(folder, "icon.svg"));

const common = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning", legalComments: "eof" };
await build({
  ...common,
  entryPoints: { main: join(here, "src/main.tsx"), ...(reader && { worker: join(here, "src/worker.ts") }) },
  outdir: folder,
  splitting: true,
  jsx: "automatic",
  jsxImportSource: "preact",
});
await build({ ...common, entryPoints: { main: join(here, "src/style.css") }, outdir: folder, loader: { ".svg": "dataurl" } });

if (reader) writeFileSync(join(folder, "contents.json"), await contents(readFileSync(reader)));
writeFileSync(join(folder, "suites.json"), JSON.stringify(suites()));

if (reader) {
  // Whatever has changed, the stored copy is replaced.
  const files = readdirSync(folder).sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(folder, file)));
  await build({
    ...common,
    entryPoints: { offline: join(here, "src/offline.ts") },
    outdir: folder,
    define: { FILES: JSON.stringify(["./", ...files]), VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)) },
  });
}

// What a host sends that compresses once, as well as it can (Brotli), and one that compresses as it goes (gzip).
const kB = (n) => `${Math.round(n / 1000)} kB`.padStart(9);
const params = { [constants.BROTLI_PARAM_QUALITY]: reader ? 11 : 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
const sums = { first: [0, 0], all: [0, 0] };
const later = /^(write|laboratory|reasoner|practice|suites|workshop)\b/;
for (const file of readdirSync(folder).sort()) {
  const bytes = readFileSync(join(folder, file));
  const sizes = [brotliCompressSync(bytes, { params }).length, gzipSync(bytes, { level: 9 }).length];
  for (const sum of later.test(file) ? [sums.all] : [sums.first, sums.all]) sizes.forEach((size, idx) => (sum[idx] += size));
  console.log(`${file.padEnd(24)} ${kB(bytes.length)} ${kB(sizes[0])} Brotli ${kB(sizes[1])} gzip`);
}
console.log(`${"first page".padEnd(34)} ${kB(sums.first[0])} Brotli ${kB(sums.first[1])} gzip`);
console.log(`${"all pages".padEnd(34)} ${kB(sums.all[0])} Brotli ${kB(sums.all[1])} gzip`);

/** What the engine says when it is asked for its contents. */
async function contents(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { page: { progress() {} } });
  const { memory, request, answer, answer_at } = instance.exports;
  const text = new TextEncoder().encode('{"ask":"contents"}');
  const at = request(text.length);
  new Uint8Array(memory.buffer, at, text.length).set(text);
  const length = answer();
  const told = new TextDecoder().decode(new Uint8Array(memory.buffer, answer_at(), length));
  if (!told.startsWith("=")) throw new Error(told);
  return told.slice(1);
}

/** Combinations to look at, by motif, from the suites of the project. */
function suites() {
  const motifs = ["mateIn2", "mateIn3", "fork", "pin", "skewer", "discoveredAttack", "deflection", "attraction", "sacrifice", "backRankMate"];
  const problems = [];
  for (const line of readFileSync(join(here, "../suites/combinations/lichess.epd"), "utf8").split("\n")) {
    const field = (name) => new RegExp(`(?:^|;|-) ${name} "?([^";]*)"?;`).exec(line)?.[1];
    const [goal, themes] = [field("goal"), field("c0")];
    if (!goal || goal === "0" || !themes) continue;
    const found = motifs.filter((motif) => themes.split(" ").includes(motif));
    if (found.length) problems.push({ position: line.split(" ").slice(0, 4).join(" "), goal, motifs: found, id: field("id") });
  }
  const chosen = motifs.map((motif) => [motif, problems.filter((problem) => problem.motifs.includes(motif)).slice(0, 12)]);
  const pitrat = [];
  for (const line of readFileSync(join(here, "../suites/combinations/pitrat.epd"), "utf8").split("\n")) {
    const id = /id "([^"]*)"/.exec(line)?.[1];
    const goal = /goal: win >= (\d+)/.exec(line)?.[1] ?? (/goal: mate/i.test(line) ? "mate" : undefined);
    if (id && goal) pitrat.push({ position: line.split(" ").slice(0, 4).join(" "), goal, id });
  }
  return { pitrat, motifs: chosen.map(([motif, all]) => ({ motif, problems: all.map(({ position, goal, id }) => ({ position, goal, id })) })) };
}
