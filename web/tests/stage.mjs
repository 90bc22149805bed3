// What the tests of the page share: a browser, a host for files, the program as a server, and an adviser.

import { spawn } from "node:child_process";
import { createReadStream, existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const need = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; \`cargo xtask page\` runs these tests`);
  return value;
};

export const PAGE = need("NASVET_PAGE");
export const PROGRAM = need("NASVET_PROGRAM");
const BROWSER = process.env.NASVET_BROWSER ?? "/usr/bin/chromium";
export const SHOTS = join(fileURLToPath(import.meta.url), "../../shots");
mkdirSync(SHOTS, { recursive: true });

/** Was the page built with an engine, so that it needs no server? */
export const HAS_ENGINE = existsSync(join(PAGE, "reader.wasm"));

export const launch = () =>
  chromium.launch({
    executablePath: BROWSER,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** A host that has nothing but files. */
export function host() {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    const file = join(PAGE, name);
    if (name.includes("..") || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ url: `http://127.0.0.1:${server.address().port}/`, close: () => (server.closeAllConnections(), server.close()) })));
}

/** The program as a server; with a port, at that one again. */
export function serve(port = 0) {
  const program = spawn(PROGRAM, ["serve", "--page", PAGE, "--listen", `127.0.0.1:${port}`], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => program.on("exit", (code, signal) => done(code ?? signal)));
  return new Promise((done, fail) => {
    program.on("error", fail);
    program.stdout.on("data", (bytes) => {
      const url = /http:\S+/.exec(String(bytes))?.[0];
      if (url) done({ url, port: Number(new URL(url).port), kill: (signal = "SIGINT") => (program.kill(signal), ended), ended });
    });
  });
}

/** Asks a server without a page. */
export async function asked(server, request) {
  const response = await fetch(`${server.url}api/answer`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** The position on the first board, when it is no longer another one. */
export async function position(page, not) {
  await page.waitForFunction((not) => {
    const now = document.querySelector(".board[data-position]")?.getAttribute("data-position");
    return now && now !== not;
  }, not);
  return page.locator(".board[data-position]").first().getAttribute("data-position");
}

/** Where the middle of a square is. */
async function spot(page, square) {
  const box = await page.locator(`[data-square="${square}"]`).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function playByMouse(page, { from, to }) {
  for (const square of [from, to]) await page.mouse.click(...(await spot(page, square)));
}

export async function drag(page, { from, to }) {
  await page.mouse.move(...(await spot(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, to)), { steps: 5 });
  await page.mouse.up();
}

/** From wherever the cursor of the board is, by arrows and Enter. */
export async function playByKeys(page, { from, to }) {
  for (const square of [from, to]) {
    for (let n = 0; n < 20; n += 1) {
      const at = await page.evaluate(() => document.activeElement?.getAttribute("data-square"));
      if (!at) throw new Error("the board has no focus");
      if (at === square) break;
      const [file, rank] = [square.charCodeAt(0) - at.charCodeAt(0), Number(square[1]) - Number(at[1])];
      await page.keyboard.press(file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown");
    }
    await page.keyboard.press("Enter");
  }
}
