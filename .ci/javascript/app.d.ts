// What the app's scripts import from the parts that are fetched when it is built.

declare module "*/parts/preact.mjs" {
  export const h: (type: unknown, attributes: object | null, ...children: unknown[]) => unknown;
  export function render(shown: unknown, root: object): void;
  export class Component {
    props: any;
    setState(change: object): void;
    render(): unknown;
  }
}

declare module "*/parts/htm.mjs" {
  const htm: { bind(h: unknown): (strings: TemplateStringsArray, ...values: unknown[]) => unknown };
  export default htm;
}

declare module "*/parts/qrcode.mjs" {
  interface Code {
    addData(text: string): void;
    make(): void;
    getModuleCount(): number;
    isDark(row: number, column: number): boolean;
  }
  export default function qrcode(version: number, correction: "L" | "M" | "Q" | "H"): Code;
}

declare module "*/parts/pyodide.mjs" {
  interface Python {
    unpackArchive(content: ArrayBuffer, format: string, options: { extractDir: string }): void;
    runPython(code: string): unknown;
    pyimport(name: string): { answer(request: string): string };
  }
  export function loadPyodide(options: Record<string, unknown>): Promise<Python>;
}

/** The browser's guard of addresses that become scripts, where it has one. */
declare var trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(name: string): string }): { createScriptURL(name: string): URL } }
  | undefined;

/** A half-suit and its cards. */
interface BookCards {
  name: string;
  cards: string[];
}

/** A game as tracker describes it (app_answers.py); what stands last only while it is entered. */
interface AppGame {
  id: string | null;
  /** Of a game that came in a link: the end of the address. */
  link?: string;
  text: string;
  title: string;
  views: string[];
  /** What became of the half-suits, as ``report --json`` has them. */
  books: { book: string; state: string; team: string | null; event: number | null }[];
  game: { seats: string[]; teams: string[][]; cards: string[]; books: BookCards[]; events: { text: string; kind: string; note?: string; actor?: string; target?: string; card?: string; held?: Record<string, string> }[] };
  kept?: string;
  /** What it was before the last changes, oldest first. */
  past?: string[];
  contradicts?: boolean;
  over?: boolean;
  turn?: string[];
  view?: string;
  board?: AppBoard | null;
}

/** What ``show --json`` prints. */
interface AppBoard {
  view: string;
  at: number;
  turn: string | null;
  sizes: Record<string, number | null> | null;
  books: Record<string, { state: string; team: string | null }>;
  cards: Record<string, { holders: string[]; status: string }>;
}

/** A game as it is kept on the device. */
interface KeptGame {
  id: string;
  title: string;
  text: string;
  past?: string[];
  view: string;
  events: number;
  seats: string[];
  changed: number;
}

/** All that the app's screens show; what may be missing is not there yet. */
interface AppState {
  screen: string;
  status: string;
  busy: number;
  /** Bytes of the engine that have come, while it comes over the network. */
  coming?: { loaded?: number; total?: number };
  /** Whether all of the app is kept on the device. */
  isKept: boolean;
  games: KeptGame[];
  /** The game that is open; its ``id`` is null where it is not kept here. */
  game?: AppGame | null;
  /** The open game as it is gone through: the moment, the view, the cell. */
  walk?: any;
  /** How far somebody is with the next statement. */
  entry: Record<string, any>;
  /** The answers to questions about the open game that screens have asked; undefined: it is being worked out. */
  answers: Map<string, any>;
  message?: string[] | null;
  /** The text of a game of which it is asked what its moves were worth, though it is not over. */
  asksStory?: string;
  train?: any;
  /** The presets, the rules with their values, the decks (app_ready.py). */
  rules?: any;
  /** A game of this device that is being opened. */
  waiting?: KeptGame | null;
  /** The marks of somebody who goes through a game with a veiled board. */
  detective?: { marks: Set<string>; right: number; wrong: number; lacks: boolean; last: any } | null;
}
