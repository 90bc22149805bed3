// What the verifier found: how often it wins, how long it takes, and the games in which it fails.

import { MiniBoard } from "./board";
import type { Shown, Verification } from "./documents";

const FATES: [keyof Verification["modes"][number], string][] = [
  ["won", "won"],
  ["drawn", "drawn"],
  ["lost", "lost"],
  ["circle", "in a circle"],
  ["no_advice", "without advice"],
  ["unknown", "not known"],
];

const SHOWS: Record<string, string> = {
  draw: "They reach a draw.",
  circle: "It goes round in circles.",
  "no advice": "The chapter has nothing to say.",
  loss: "They win.",
  unknown: "A limit came first.",
  win: "Won, but not in time.",
  outside: "The chapter is not about this any more.",
};

const n = (value: number) => value.toLocaleString("en");

export function Report({ found, open }: { found: Verification; open(position: string): void }) {
  const mode = found.modes.find((mode) => mode.mode === "weak") ?? found.modes[0];
  const games = [...found.claims.flatMap((claim) => (claim.game ? [claim.game] : [])), ...(mode?.games ?? [])];
  const seen = new Set<string>();
  const different = games.filter((game) => !seen.has(game.start) && seen.add(game.start));
  return (
    <section class="verified" aria-label="What was found">
      <p>
        {found.partial ? `Stopped after ${n(found.partial.asked)} of ${n(found.partial.of)} positions. ` : ""}
        {found.excerpt ? `A sample of ${n(found.positions)} positions` : `All ${n(found.positions)} positions`} with us to move: {n(found.truth.won)} can be won, {n(found.truth.drawn)} are drawn, {n(found.truth.lost)} are lost.
      </p>
      {found.claims.length > 0 && (
        <ul class="findings">
          {found.claims.map((claim) => (
            <li key={claim.claim} class={claim.outcome}>
              <strong>{claim.outcome === "holds" ? "✓ holds" : claim.outcome === "broken" ? "✗ broken" : "? not known"}</strong> <code>{claim.claim}</code>
            </li>
          ))}
        </ul>
      )}
      {mode && (
        <table class="fates">
          <tbody>
            {FATES.map(([key, title]) => (mode[key] as number) > 0 && <tr key={key}><th scope="row">{title}</th><td>{n(mode[key] as number)}</td></tr>)}
            <tr><th scope="row">half-points given away</th><td>{n(found.half_points.given)}</td></tr>
            {mode.lengths.longest !== null && <tr><th scope="row">longest win, in moves</th><td>{mode.lengths.longest}{found.optimum.longest !== null ? ` (best play: ${found.optimum.longest})` : ""}</td></tr>}
          </tbody>
        </table>
      )}
      {mode && <Histogram counts={mode.lengths.histogram} />}
      {different.length > 0 && (
        <>
          <h3>Where it fails</h3>
          <div class="counter">{different.slice(0, 6).map((game) => <Counter key={game.start} game={game} open={open} />)}</div>
        </>
      )}
    </section>
  );
}

function Counter({ game, open }: { game: Shown; open(position: string): void }) {
  return (
    <figure>
      <MiniBoard position={game.start} open={() => open(game.start)} label={`Open this counterexample: ${SHOWS[game.shows] ?? game.shows}`} />
      <figcaption>{SHOWS[game.shows] ?? "A claim is broken."} {game.moves.slice(0, 3).map(({ move }) => move).join(" ")}</figcaption>
    </figure>
  );
}

function Histogram({ counts }: { counts: number[] }) {
  const most = Math.max(1, ...counts);
  if (counts.length < 2) return null;
  return (
    <figure>
      <div class="histogram" role="img" aria-label={`Moves to mate: ${counts.map((count, moves) => (count ? `${count} in ${moves}` : "")).filter(Boolean).join(", ")}`}>
        {counts.map((count, moves) => <span key={moves} style={{ height: `${(100 * count) / most}%` }} title={`${n(count)} in ${moves} moves`} />)}
      </div>
      <figcaption class="axis"><span>0</span><span>moves to mate</span><span>{counts.length - 1}</span></figcaption>
    </figure>
  );
}
