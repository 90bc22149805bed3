// A forcing tree that one can walk: one move of ours, every reply of theirs.

import { useEffect, useState } from "preact/hooks";
import { Board } from "./board";
import type { AdvisedMove, Board as BoardDocument, Chapter, TreeNodes } from "./documents";
import { ask } from "./engine";
import { turn } from "./squares";

export function Tree({ advised, chapter, game }: { advised: AdvisedMove; chapter: Chapter; game: string }) {
  const tree = advised.tree?.tree;
  if (!tree) return <p class="quiet">{advised.no_tree ?? "There is no move here, so there is no tree."}</p>;
  return (
    <div class="tree-panel">
      <p class="quiet">
        <code>{advised.piece}</code>{advised.says ? `: ${advised.says}` : ""} One move of ours at a time, and every reply that is allowed.
      </p>
      <Walk nodes={tree} position={advised.position} chapter={chapter} game={game} />
    </div>
  );
}

/** A tree beside a small board that shows the move one stands on. */
export function Walk({ nodes, position, chapter, game }: { nodes: TreeNodes; position: string; chapter: Chapter; game: string }) {
  const [line, setLine] = useState<string[]>([]);
  const [board, setBoard] = useState<BoardDocument>();
  useEffect(() => {
    let live = true;
    ask<BoardDocument>({ ask: "board", chapter, position, moves: line }).then((found) => live && setBoard(found), () => {});
    return () => {
      live = false;
    };
  }, [line.join(" "), position]);
  return (
    <div class="walk">
      {game === "chess" && board && (
        <Board position={board.position} moves={[]} last={board.played?.at(-1)} flipped={turn(position) === "black"} label={`After ${line.join(" ") || "no move"}`} />
      )}
      <Branches nodes={nodes} node={nodes.length - 1} before={[]} line={line} go={setLine} />
    </div>
  );
}

interface BranchProps {
  nodes: TreeNodes;
  node: number;
  before: string[];
  line: string[];
  go(line: string[]): void;
}

function Branches({ nodes, node, before, line, go }: BranchProps) {
  const [all, setAll] = useState(false);
  const branches = nodes[node] ?? [];
  const shown = all ? branches : branches.slice(0, 24);
  if (branches.length === 0) return null;
  return (
    <ul class="branches">
      {shown.map(([move, next]) => {
        const path = [...before, move];
        const open = path.every((m, idx) => line[idx] === m);
        const leaf = (nodes[next] ?? []).length === 0;
        return (
          <li key={move}>
            <button
              aria-expanded={leaf ? undefined : open}
              aria-current={open && line.length === path.length ? "step" : undefined}
              onClick={() => go(open && line.length === path.length ? before : path)}
            >
              {move}
              {leaf ? " ✓" : ""}
            </button>
            {open && <Branches nodes={nodes} node={next} before={path} line={line} go={go} />}
          </li>
        );
      })}
      {!all && branches.length > shown.length && (
        <li><button onClick={() => setAll(true)}>{branches.length - shown.length} more replies</button></li>
      )}
    </ul>
  );
}
