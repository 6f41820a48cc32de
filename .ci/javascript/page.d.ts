// The types that the scripts of the page share: its data, as build.py puts it together, and its state.

/** A card, a seat or a cell by its number. */
type Cell = number;
/** Chances as they are packed: 0 excluded, 102 certain, 103 and 104 past gaps (view_data.py). */
type Code = number;

interface PageEvent {
  text: string;
  kind: string;
  note?: string;
  actor?: string;
  target?: string;
  card?: string;
}

interface GameData {
  seats: string[];
  teams: string[][];
  cards: string[];
  books: { name: string; cards: string[] }[];
  events: PageEvent[];
  turns: string[];
  scores: (number | string)[][];
  moves: [number, string, string | null][];
  settled: [number, string, string | null, Record<string, string>][];
  dealt: Record<string, string>;
}

interface Cause {
  event?: number;
  hand?: string;
  size?: string;
  own?: string;
  seat?: string;
  header?: string;
}

interface Mark {
  event: number;
  kind: "proven" | "guess" | "refuted" | "unknown" | "missed" | "since" | "dead" | "weak" | "depends" | "undecided" | "gap" | "closed";
  seat: string;
  book?: string;
  slip: boolean;
  text: string;
}

/** A moment of the review. */
interface Moment {
  event: number;
  kind: "guess" | "refuted" | "missed" | "dead" | "weak";
  seat: string;
  /** What is claimed, or was not. */
  book?: string;
  /** Why it was a mistake, what it cost, and what was better, in words. */
  text: string;
  cost: string;
  better: string;
  /** What was asked for, or named. */
  cells: Cell[];
  /** The legal asks, the likeliest first. */
  asks: Cell[];
  /** The half-suits that the seat may claim. */
  claims: string[];
  /** Whether the rules let it not claim. */
  waits: boolean;
}

/** What the reader of the review would do. */
type Tried = { kind: "same" | "wait" | "shown" } | { kind: "ask" | "illegal"; cell: Cell } | { kind: "claim"; book: Book };

/** Cell, the moment of the proof, whether it holds, whether smallest, causes, texts, the gist if there is one. */
type PackedReason = [Cell, number, 0 | 1, 0 | 1, number[], number[], string?];

/** Of a sentence: text, the number of an event, a player (in an array). */
type Part = string | number | string[];

/** A sentence of a proof, and the cells and the seats that it is about. */
interface Fact {
  parts: Part[];
  cells: Cell[];
  seats: number[];
}

interface ViewData {
  name: string;
  seats: string[];
  bits: (number | null)[];
  told: (number | null)[];
  proven: Record<string, [string, string][]>;
  cells: string[];
  deals: [string, number][];
  inexact: number[];
  sizes: ((number | null)[] | null)[];
  claims: ([number, string, number] | [number, string, number, string, string, Code | null])[];
  otherwise: Record<string, [number | null, 0 | 1, Cell[]] | null>;
  own: string[];
  why: PackedReason[];
  /** The number of the hardest technique of a cell's proof that took more than the last event. */
  techniques: Record<string, number>;
  /** The same of a proof by the last event alone. A cell in neither is told. */
  at_once: Record<string, number>;
}

interface PageData {
  game: GameData;
  views: ViewData[];
  /** Each with the places of cards, and the hands, that it is about. */
  sentences: [Part[], [string, string][], string[]][];
  /** Each as the numbers of its sentences. */
  texts: number[][];
  causes: Cause[];
  techniques: string[];
  /** The level of each technique. */
  levels: number[];
  marks: Mark[];
  review: Moment[];
  knows: { book: string; team: string[]; spans: Record<string, [number, number][]> }[];
}

interface Book {
  name: string;
  cards: number[];
  until: number;
  team: string | null;
  hands: Record<string, string>;
}

interface Reason {
  gist: string | null;
  /** The moment since which it is certain. */
  since: number;
  /** The moment of this proof. */
  proved: number;
  holds: boolean;
  smallest: boolean;
  causes: Cause[];
  /** Each as its sentences. */
  steps: Fact[][];
}

interface State {
  at: number;
  /** The number of the view. */
  view: number;
  cell: Cell | null;
  /** Whether questions are asked first. */
  ask: boolean;
  revealed: boolean;
  /** The cell that was chosen rightly. */
  right: Cell | null;
  /** What was said of the answer to the ask. */
  answer: string | null;
  hints: number;
  /** The answers that were said and are wrong. */
  wrong: string[];
  /** Whether the true hands are marked. */
  truth: boolean;
  /** The number of the view to compare with. */
  other: number | null;
  /** The number of the moment of the review. */
  review: number | null;
  tried: Tried | null;
}

/** What is shown: the state, with its views, and what is veiled. */
type Shown = Omit<State, "view" | "other"> & {
  view: View;
  other: View | null;
  veiled: boolean;
  hidesAnswer: boolean;
  /** The cells in question. */
  hides: ((cell: Cell) => boolean) | null;
};
