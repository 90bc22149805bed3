// The documents that the engine answers with, as far as the page reads them. docs/schemas says all of it.

export type Chapter = string | { text: string };

export interface Move {
  text: string;
  from?: string;
  to?: string;
}

export interface Board {
  position: string;
  side: string;
  ours: boolean;
  moves: Move[];
  over: boolean;
  line?: string[];
  played?: Move[];
}

export interface Sentence {
  about: string;
  text: string;
  moves: string[];
  places: string[];
  arrows: [string, string][];
}

export interface Explanation {
  verdict?: { position: string; move: string; keeps: boolean; mate_in: number | null; best: string; line: string[] };
  sentences: Sentence[];
  more?: Sentence[];
}

export interface TriedPiece {
  piece: string;
  number: number;
  outcome: string;
  nodes: number;
  by_depth: number[];
}

export type TreeNodes = [string, number][][];

export interface AdvisedMove {
  position: string;
  move: string | null;
  piece: string | null;
  says: string | null;
  rule: number | null;
  tried: TriedPiece[];
  tree: { tree: TreeNodes } | null;
  no_tree?: string;
  why?: Explanation;
  why_not?: Explanation;
}

export interface Advice {
  advice: { moves: AdvisedMove[]; ended: string | null };
  m?: Move;
  problem?: string;
}

export interface Reply {
  m: Move;
  board: Board;
  best: boolean;
}

export interface Entry {
  name: string;
  title: string;
  game: string;
  about: string;
  practice: boolean;
  thinks: boolean;
  positions: string | null;
  proved: string[];
  examples: string[];
  /** `can {x} win?` */
  questions: string[];
}

export interface Inline {
  style: "text" | "em" | "strong" | "code";
  text: string;
  link?: string;
}

export type Part =
  | { kind: "heading"; level: number; pieces: Inline[] }
  | { kind: "paragraph"; pieces: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; rows: Inline[][][] }
  | { kind: "code"; text: string }
  | { kind: "advice"; tokens: [string, string][]; examples: { position: string; says: string }[] };

export interface Sections {
  name: string;
  title: string;
  game: string;
  thinks: boolean;
  proved: string[];
  report: string | null;
  start: string | null;
  pieces: [string, string | null][];
  parts: Part[];
  text: string;
}

export type Value = boolean | number | string | string[] | null;

export interface Evaluation {
  expression: string;
  type: string;
  value: Value;
  parts?: Evaluation[];
}

export interface Practice {
  chapter: string;
  title: string;
  goal: string;
  said: { label: string; m: string; text: string }[];
  success: boolean;
  start: string;
  moves: string[];
  board: Board;
  last: Move | null;
  waits: "move" | "again" | "next";
  idea: string | null;
  punished: string[];
  after: Board | null;
  progress: Progress;
}

export interface Progress {
  format: string;
  version: number;
  last?: string;
  chapters: {
    chapter: string;
    ideas: { idea: string; tried: number; solved: number; streak: number; best: number; recent: string[] }[];
    repeats: { position: string; due: number }[];
  }[];
  days: { day: number; tasks: number; solved: number }[];
}

export interface Idea {
  by: string;
  plan: string;
  needs_both: boolean;
  lines: { shared: number; moves: { text: string; aim?: string }[]; goes_on: boolean; end?: string }[];
}

/** What to do: how it ends for a side, by which plan, and what becomes of the moves. */
export interface Counsel {
  side: string;
  result?: "win" | "draw" | "loss";
  says: string;
  idea?: Idea;
  seen_at_once?: string;
  moves?: { move: string; result?: "win" | "draw" | "loss"; reply?: string }[];
  nodes: number;
}

export interface Thinking {
  cycles: number;
  done: string;
  pool: string;
  choices: string;
  answer: {
    answer: "yes" | "no" | "unknown";
    says: string | null;
    reason?: string;
    explanation: { method: string; text: string; fact: string }[];
    idea?: Idea;
    proposal?: { plan: string; against?: string; by: string; plies: number; settled: boolean; nodes: number; tree: string; moves: TreeNodes | null };
    ends?: { [key: string]: unknown }[];
    seen_at_once?: string;
    cycles: number;
    nodes: number;
  } | null;
  counsel: Counsel | null;
}

export interface Combination {
  position: string;
  side: string;
  goal: string;
  verdict: "proved" | "found" | "not found" | "unknown";
  stopped: string | null;
  line: string[];
  gain: number;
  unanswered?: string[];
  others?: string[][];
  motifs?: string[];
  story: Sentence[];
  statistics: { plans: number; nodes: number; first_moves: number; legal_moves: number; reduced_nodes: number };
  trace?: { line: string[]; side: string; plan: string; verdict: string }[];
}

export interface Edit {
  from: number;
  to: number;
  text: string;
}

export interface Finding {
  error: boolean;
  message: string;
  help: string | null;
  from: number;
  to: number;
  fixes: { title: string; edits: Edit[] }[];
}

export interface Analysis {
  findings: Finding[];
  tokens: [number, number, string][];
  outline: { name: string; kind: string; detail: string | null; from: number }[];
}

export interface Hover {
  from: number;
  to: number;
  defined: number | null;
  kind: string;
  form: string;
  type: string | null;
  doc: string | null;
  phrase: string | null;
}

export interface Completion {
  from: number;
  to: number;
  text: string;
  kind: string;
  detail: string | null;
  doc: string | null;
}

export interface Examples {
  examples: { line: number; position: string; ok: boolean; problems: string[]; why?: string[] }[];
}

export interface Mode {
  mode: string;
  won: number;
  drawn: number;
  lost: number;
  no_advice: number;
  circle: number;
  unknown: number;
  lengths: { longest: number | null; mean: number | null; histogram: number[] };
  games: Shown[];
}

/** A game that shows something. */
export interface Shown {
  shows: string;
  start: string;
  moves: { move: string }[];
  end: string;
}

export interface Verification {
  title: string;
  men: string;
  positions: number;
  truth: { won: number; drawn: number; lost: number };
  optimum: { longest: number | null; mean: number | null; histogram: number[] };
  half_points: { given: number; examples: string[] };
  modes: Mode[];
  claims: { claim: string; outcome: "holds" | "not known" | "broken"; positions: number; game: Shown | null }[];
  excerpt?: { followed: number };
  partial?: { asked: number; of: number };
}
