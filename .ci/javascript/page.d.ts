// The types that the scripts of the report share: its documents, as build.py puts them together, and its state.

/** A card and a seat. */
interface Cell {
  card: string;
  seat: string;
}

interface GameEvent {
  text: string;
  kind: string;
  note?: string;
  actor?: string;
  target?: string;
  card?: string;
  /** Who was seen to hold which card when a half-suit left play. */
  held?: Record<string, string>;
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
interface Posed {
  event: number;
  kind: "guess" | "refuted" | "missed" | "dead" | "weak";
  seat: string;
  /** What is claimed, or was not. */
  book?: string;
  /** What was done, why it was a mistake and what was better; and what it cost. */
  reason: string;
  cost: string;
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

/** What ``show --json`` says of a card, with the odds in per cent, as they are shown. */
interface Entry {
  holders: string[];
  status: string;
  odds?: (string | null)[];
}

/** What is known of a card and a seat: how, whether the seat holds it, how likely that is, in words. */
interface Known {
  kind: string;
  holds: "yes" | "no" | "maybe";
  odds?: string | null;
}

/** A moment of a view; in the document what is new of it, and of the cards. */
interface Moment {
  sizes: Record<string, number | null>;
  cards: Record<string, Entry>;
  bits: number | null;
  told?: number | null;
  proven?: [string, string][];
  /** Whose turn it is, in words or as ``show --json`` has it; its score; whether the chances are counted. */
  turn?: string | null;
  score?: Record<string, unknown>;
  books?: Record<string, { state: string; team: string | null }>;
  /** By half-suit and team; null: not within reach. */
  claims?: Record<string, Claim | null>;
  isCounted?: boolean;
}

/** Why a cell is certain (view_data.py). */
interface Reason {
  card: string;
  seat: string;
  holds: boolean;
  at: number;
  smallest: boolean;
  because: { event?: number; hand?: string; size?: string; own?: string; seat?: string; header?: string }[];
  gist: string | null;
  technique: string;
  at_once: boolean;
  /** Each as its sentences: their parts, and the cells and the seats that they are about. */
  steps: [(string | number | string[])[], [string, string][], string[]][][];
}

/** A claim within reach. */
interface Claim {
  verdict: string;
  holdings: Record<string, string>;
  odds: string | null;
}

interface ViewDocument {
  name: string;
  seats: string[];
  own: string[];
  moments: Moment[];
  why: Reason[];
  /** Deals that fit up to a moment: who was dealt each card, in the order of the deck. */
  deals: { dealt: string[]; last: number }[];
  otherwise: Record<string, { bits: number | null; exact: boolean; placed: Record<string, string> } | null>;
}

interface ReportTable {
  game: {
    seats: string[];
    teams: string[][];
    cards: string[];
    books: { name: string; cards: string[] }[];
    events: GameEvent[];
    dealt: Record<string, string>;
  };
  views: ViewDocument[];
  techniques: { name: string; means: string; asks: string; level: number }[];
  marks: Mark[];
  review: Posed[];
  knows: { book: string; team: string; provable: Record<string, ([number, number] | object)[]> }[];
}

interface Book {
  name: string;
  cards: string[];
  until: number;
  team: string | null;
  hands: Record<string, string>;
}

interface State {
  at: number;
  view: import("./scripts/model.js").View;
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
  /** The view to compare with. */
  other: import("./scripts/model.js").View | null;
  /** The number of the moment of the review. */
  review: number | null;
  tried: Tried | null;
  /** What a line of a proof is about, while it is pointed at. */
  lit: { cells: Cell[]; seats: string[] } | null;
  /** What a screen reader hears. */
  announced: string;
  /** What is told of the moment in place of what its event told: the question, with its title. */
  told: { title: string; question: string; parameters: object } | null;
  /** Whether the deals of the moment are to be counted, however long that takes. */
  counts: boolean;
  /** Whether somebody has looked at a moment since the game was opened. */
  looked: boolean;
}
