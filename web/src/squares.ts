// Squares and men as people speak of them.

export const FILES = "abcdefgh";

const MEN: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** The men of a position by square: `white rook`. */
export function men(fen: string): Map<string, string> {
  const found = new Map<string, string>();
  const rows = (fen.split(" ")[0] ?? "").split("/");
  rows.forEach((row, idx) => {
    let file = 0;
    for (const sign of row) {
      if (/\d/.test(sign)) file += Number(sign);
      else {
        const colour = sign === sign.toUpperCase() ? "white" : "black";
        found.set(`${FILES[file]}${8 - idx}`, `${colour} ${MEN[sign.toLowerCase()] ?? ""}`);
        file += 1;
      }
    }
  });
  return found;
}

export const isSquare = (text: string) => /^[a-h][1-8]$/.test(text);

/** The squares that a text names, but not those of its moves. */
export const squaresIn = (text: string): string[] => text.match(/\b[a-h][1-8]\b/g) ?? [];

export const turn = (fen: string): "white" | "black" => (fen.split(" ")[1] === "b" ? "black" : "white");

/** A position in an address: blanks become underscores. */
export const toAddress = (position: string) => position.trim().replaceAll(" ", "_");
export const fromAddress = (text: string) => text.replaceAll("_", " ");

/** Moves with their numbers. */
export function numbered(start: string, moves: string[]): string {
  const offset = turn(start) === "black" ? 1 : 0;
  const text = moves.map((move, idx) => {
    const number = Math.floor((idx + offset) / 2) + 1;
    return (idx + offset) % 2 === 0 ? `${number}. ${move}` : idx === 0 ? `${number}... ${move}` : move;
  });
  return text.join(" ");
}

/** A game as PGN, from a position. */
export function pgn(start: string, moves: string[], title: string): string {
  const fen = start.trim().split(/\s+/).length >= 6 ? start.trim() : `${start.trim()} 0 1`;
  return `[Event "${title.replaceAll('"', "'")}"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n${[numbered(start, moves), "*"].join(" ")}\n`;
}
