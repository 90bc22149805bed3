// The board: chessground for mouse and touch, and over it a grid of squares for keyboard and screen reader.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Move } from "./documents";
import { FILES, men, turn } from "./squares";

export interface Marks {
  arrows: [string, string][];
  places: string[];
}

export const noMarks: Marks = { arrows: [], places: [] };

interface Props {
  position: string;
  moves: Move[];
  last?: Move | null;
  flipped?: boolean;
  marks?: Marks;
  label: string;
  play?(move: Move): void;
}

const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];

export function Board({ position, moves, last, flipped, marks, label, play }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>();
  const playing = useRef(play);
  playing.current = play;
  const legal = useRef(moves);
  legal.current = moves;
  const [cursor, setCursor] = useState(flipped ? "d5" : "e4");
  const [chosen, setChosen] = useState<string>();
  const [promotions, setPromotions] = useState<Move[]>([]);

  const tryMove = (from: string, to: string) => {
    const fitting = legal.current.filter((move) => move.from === from && move.to === to);
    setChosen(undefined);
    if (fitting.length > 1) setPromotions(fitting);
    else if (fitting[0]) playing.current?.(fitting[0]);
  };

  const config = useMemo(() => {
    const dests = new Map<Key, Key[]>();
    for (const move of moves) {
      if (!move.from || !move.to) continue;
      dests.set(move.from as Key, [...(dests.get(move.from as Key) ?? []), move.to as Key]);
    }
    // A few squares get circles; an area, like the box of a king, is tinted.
    const places = marks?.places ?? [];
    const isArea = places.length > 4;
    const shapes: DrawShape[] = [
      ...(isArea ? [] : places).map((place) => ({ orig: place as Key, brush: "green" })),
      ...(marks?.arrows ?? []).map(([from, to]) => ({ orig: from as Key, dest: to as Key, brush: "blue" })),
    ];
    return {
      fen: position,
      orientation: flipped ? ("black" as const) : ("white" as const),
      turnColor: turn(position),
      lastMove: last?.from && last.to ? [last.from as Key, last.to as Key] : [],
      movable: { free: false, color: play ? turn(position) : undefined, dests, showDests: true, rookCastle: false },
      highlight: { custom: new Map((isArea ? places : []).map((place) => [place as Key, "area"])) },
      drawable: { enabled: true, autoShapes: shapes },
      premovable: { enabled: false },
      animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180 },
    };
  }, [position, moves, last, flipped, marks, play !== undefined]);

  useEffect(() => {
    ground.current = Chessground(host.current!, {
      coordinates: true,
      addPieceZIndex: false,
      disableContextMenu: false,
    });
    const resize = new ResizeObserver(() => ground.current?.redrawAll());
    resize.observe(host.current!);
    return () => {
      resize.disconnect();
      ground.current?.destroy();
    };
  }, []);

  useEffect(() => {
    setPromotions([]);
    setChosen(undefined);
    ground.current?.set({ ...config, events: {}, movable: { ...config.movable, events: { after: tryMove } } });
  }, [config]);

  const standing = useMemo(() => men(position), [position]);
  const files = flipped ? [...FILES].reverse() : [...FILES];
  const ranks = flipped ? [...RANKS].reverse() : RANKS;

  const press = (square: string) => {
    if (!play) return;
    if (chosen && chosen !== square && moves.some((move) => move.from === chosen && move.to === square)) {
      tryMove(chosen, square);
    } else if (chosen !== square && moves.some((move) => move.from === square)) {
      setChosen(square);
      ground.current?.selectSquare(square as Key);
    } else {
      setChosen(undefined);
      ground.current?.selectSquare(null);
    }
  };

  const walk = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (event.key === "Escape") {
      setChosen(undefined);
      ground.current?.selectSquare(null);
    } else if (event.key === "Enter" || event.key === " ") {
      press(cursor);
    } else if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const column = Math.min(7, Math.max(0, files.indexOf(cursor[0]!) + step[0]));
      const row = Math.min(7, Math.max(0, ranks.indexOf(Number(cursor[1])) + step[1]));
      const next = `${files[column]}${ranks[row]}`;
      setCursor(next);
      const grid = event.currentTarget as HTMLElement;
      grid.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const goals = new Set(moves.filter((move) => move.from === chosen).map((move) => move.to));
  const speak = (square: string) => {
    const state = square === chosen ? ", chosen" : chosen && goals.has(square) ? ", can go here" : "";
    return `${square}, ${standing.get(square) ?? "empty"}${state}`;
  };

  return (
    <div class="board" data-position={position}>
      <div class="ground" ref={host} aria-hidden="true" />
      <div class="squares" role="grid" aria-label={label} onKeyDown={walk}>
        {ranks.map((rank) => (
          <div role="row" key={rank}>
            {files.map((file) => {
              const square = `${file}${rank}`;
              return (
                <div
                  role="gridcell"
                  key={square}
                  data-square={square}
                  tabIndex={square === cursor ? 0 : -1}
                  aria-label={speak(square)}
                  aria-selected={square === chosen}
                  onFocus={() => setCursor(square)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {promotions.length > 0 && (
        <div class="promotion" role="dialog" aria-label="Promote to">
          {promotions.map((move, idx) => (
            <button
              key={move.text}
              ref={(button) => void (idx === 0 && button?.focus())}
              onClick={() => {
                setPromotions([]);
                playing.current?.(move);
              }}
            >
              {promoted(move.text)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const promoted = (text: string) =>
  ({ Q: "Queen", R: "Rook", B: "Bishop", N: "Knight" })[text.split("=")[1]?.[0] ?? "Q"] ?? text;

/** A small picture of a position, to click on. */
export function MiniBoard({ position, open, label }: { position: string; open(): void; label: string }) {
  return (
    <button class="mini" onClick={open} aria-label={label}>
      <span class="mini-board cg-wrap" aria-hidden="true">
        {[...men(position)].map(([square, man]) => {
          const left = `${FILES.indexOf(square[0]!) * 12.5}%`;
          const top = `${(8 - Number(square[1])) * 12.5}%`;
          // A custom element, as chessground's pieces are, so that its pictures serve here, too.
          const Piece = "piece" as unknown as "span";
          return <Piece key={square} class={man} style={{ left, top }} />;
        })}
      </span>
    </button>
  );
}
