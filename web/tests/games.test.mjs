// An annotated game on the board that lichess uses: every arrow and circle of a comment is drawn, in its colour.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { PROGRAM, SHOTS, launch } from "./stage.mjs";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");

// Black holds the draw until the last move: from e7 the king must go to e8, straight back.
const GAME = `[Event "A pawn ending"]
[SetUp "1"]
[FEN "4k3/8/8/4P3/4K3/8/8/8 b - - 0 1"]

1... Kf7 {[%clk 0:10:00] mine} 2. Kd5 Ke7 3. e6 Kd8 4. Kd6 *
`;

const BRUSHES = { G: "green", R: "red", B: "blue", Y: "yellow" };

/** The moves of a main line, each with its comments. */
function mainLine(pgn) {
  const moves = [];
  let depth = 0;
  for (const [token, comment] of pgn.replace(/^\[.*$/gm, "").matchAll(/\{([^}]*)\}|\(|\)|[^\s(){}]+/g)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    else if (depth > 0) continue;
    else if (comment !== undefined) moves.at(-1).comment += comment;
    else if (/^[KQRBN]?[a-h][1-8]/.test(token)) moves.push({ san: token, comment: "" });
  }
  return moves;
}

/** What a comment wants to be drawn. */
function shapes(comment) {
  const found = [];
  for (const [, kind, list] of comment.matchAll(/\[%(csl|cal) ([^\]]*)\]/g)) {
    for (const mark of list.split(",")) {
      const [, colour, orig, dest] = /^([GRBY])([a-h][1-8])([a-h][1-8])?$/.exec(mark) ?? assert.fail(mark);
      assert.equal(dest !== undefined, kind === "cal", mark);
      found.push({ brush: BRUSHES[colour], orig, ...(dest && { dest }) });
    }
  }
  return found;
}

async function boardPage(browser) {
  const bundle = (contents, options) =>
    build({ stdin: { contents, resolveDir: WEB, ...options }, bundle: true, write: false, format: "iife", loader: { ".svg": "dataurl" } }).then((built) => built.outputFiles[0].text);
  const [script, style] = await Promise.all([
    bundle('import { Chessground } from "chessground"; window.Chessground = Chessground;', { loader: "js" }),
    bundle(["base", "brown", "cburnett"].map((part) => `@import "chessground/assets/chessground.${part}.css";`).join("\n"), { loader: "css" }),
  ]);
  const page = await browser.newPage({ viewport: { width: 480, height: 480 } });
  await page.setContent(`<style>${style}</style><div id="board" style="width: 480px; height: 480px"></div>`);
  await page.addScriptTag({ content: script });
  return page;
}

test("an annotated game is shown with its arrows and circles", async () => {
  const annotated = execFileSync(PROGRAM, ["annotate", "-"], { input: GAME, encoding: "utf8" });
  assert.ok(annotated.includes("[%clk 0:10:00] mine"), "what was there stays");
  const moves = mainLine(annotated);
  assert.deepEqual(moves.map((move) => move.san), ["Kf7", "Kd5", "Ke7", "e6", "Kd8", "Kd6"]);
  assert.match(annotated, /Kd8 \$4 \{/, "the mistake is marked");
  const browser = await launch();
  try {
    const page = await boardPage(browser);
    await page.evaluate((fen) => {
      window.ground = window.Chessground(document.getElementById("board"), { fen, viewOnly: true, drawable: { enabled: true }, animation: { enabled: false } });
    }, "4k3/8/8/4P3/4K3/8/8/8");
    let drawn = 0;
    for (const [ply, { san, comment }] of moves.entries()) {
      const wanted = shapes(comment);
      const seen = await page.evaluate(
        async ({ colour, role, to, wanted }) => {
          const { ground } = window;
          const [from] = [...ground.state.pieces].find(([, piece]) => piece.color === colour && piece.role === role);
          ground.move(from, to);
          ground.setShapes(wanted);
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const all = (what) => [...document.querySelectorAll(`svg.cg-shapes ${what}`)].map((mark) => mark.getAttribute("stroke"));
          const stroke = Object.fromEntries(Object.entries(ground.state.drawable.brushes).map(([name, brush]) => [name, brush.color]));
          return { arrows: all("line"), circles: all("circle"), stroke };
        },
        { colour: ply % 2 ? "white" : "black", role: san.startsWith("K") ? "king" : "pawn", to: san.slice(-2), wanted },
      );
      const colours = (marks) => marks.map((mark) => seen.stroke[mark.brush]).sort();
      assert.deepEqual(seen.arrows.sort(), colours(wanted.filter((mark) => mark.dest)), san);
      assert.deepEqual(seen.circles.sort(), colours(wanted.filter((mark) => !mark.dest)), san);
      drawn += wanted.length;
      if (san === "Kd8") {
        assert.ok(wanted.some((mark) => mark.brush === "green" && mark.dest === "e8"), "the better move is an arrow");
        await page.screenshot({ path: join(SHOTS, "annotated.png") });
      }
    }
    assert.ok(drawn > 0);
    assert.equal(await page.evaluate(() => window.ground.getFen()), "3k4/8/3KP3/8/8/8/8/8");
  } finally {
    await browser.close();
  }
});
