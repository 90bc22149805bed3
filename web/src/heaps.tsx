// Heaps of matches, for Nim.

import type { Move } from "./documents";

/** `3:2→1`: from the third heap, which has 2 matches; without its number, from the first heap of that size. */
function taken(move: Move, heaps: number[]): { heap: number; n: number } | undefined {
  const [, number, from, to] = /^(?:(\d+):)?(\d+)→(\d+)/.exec(move.text) ?? [];
  if (!from || !to) return undefined;
  return { heap: number ? Number(number) - 1 : heaps.indexOf(Number(from)), n: Number(from) - Number(to) };
}

export function Heaps({ position, moves, play }: { position: string; moves: Move[]; play(move: Move): void }) {
  const heaps = (position.match(/\d+/g) ?? []).map(Number);
  const choices = moves.slice(0, 200).map((move) => ({ move, ...taken(move, heaps) })).sort((a, b) => (a.n ?? 0) - (b.n ?? 0));
  return (
    <ul class="heaps" aria-label="Heaps">
      {heaps.map((size, idx) => (
        <li key={idx}>
          <span class="matches" role="img" aria-label={`Heap ${idx + 1}: ${size} matches`}>{size <= 20 ? "❘".repeat(size) : "❘…"}</span>
          <b>{size}</b>
          <span class="choices" role="group" aria-label={`Take from heap ${idx + 1}`}>
            {choices.filter(({ heap }) => heap === idx).slice(0, 20).map(({ move, n }) => (
              <button key={move.text} aria-label={`Take ${n} from heap ${idx + 1}`} onClick={() => play(move)}>take {n}</button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
