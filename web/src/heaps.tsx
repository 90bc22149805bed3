// Heaps of matches, for Nim.

import type { Move } from "./documents";

export function Heaps({ position, moves, play }: { position: string; moves: Move[]; play(move: Move): void }) {
  const heaps = (position.match(/\d+/g) ?? []).map(Number);
  return (
    <div class="heaps">
      <ul aria-label="Heaps">
        {heaps.map((size, idx) => (
          <li key={idx} aria-label={`${size} matches`}>
            <span aria-hidden="true">{size <= 20 ? "❘".repeat(size) : size}</span> <b>{size}</b>
          </li>
        ))}
      </ul>
      <div class="choices" role="group" aria-label="Your moves">
        {moves.slice(0, 60).map((move) => (
          <button key={move.text} onClick={() => play(move)}>{move.text}</button>
        ))}
      </div>
    </div>
  );
}
