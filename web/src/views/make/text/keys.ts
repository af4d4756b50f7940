/** The keys of a game file, by their tables, and the values of those that have a few. What each says stands in `docs/language.md`. */
/* eslint-disable texts/translated -- keys and values stand in files */

/** What the page of the language says of each key. */
const PAGE = Object.values(
  import.meta.glob<Record<string, string>>("../../../../../docs/language.md", {
    import: "default",
    eager: true,
  }),
)[0] as Record<string, string>;

const CONDITION =
  "any-of all-of left other-has may-answer check checks in piece number full safe last-turn held in-a-row on-a-line in-a-block connects directions only";

/** The keys of each table; a star stands for any name. */
const KEYS: Readonly<Record<string, string>> = {
  "":
    "extends id name author year summary sides pieces add-pieces remove-pieces notation moves signs " +
    "board array promotions castling ending piece regions hand drop setup trade turns",
  board: "files ranks promotion-zone promotion promotes first-file drawn",
  array: "symmetry ranks",
  castling: "letter text king rook side",
  ending:
    "check bare-royal no-move repetition quiet-moves royal loses wins draws perpetual-check perpetual-chase counting points dead",
  "ending.loses": CONDITION,
  "ending.wins": CONDITION,
  "ending.draws": CONDITION,
  "piece.*": "id ability description abbreviation like unnamed worth sign picture in-hand fen",
  hand: "captured place gates not drop-as first",
  drop: "piece count place not letters pairs one-of recaptured",
  setup: "chooser choices",
  trade: "guarded trifles takers adjacent answer",
  turns: "capture check pass facing dead-ends royal-flight then instead",
};

/** The values of some keys. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  notation: ["King's", "algebraic", "algebraic with checks"],
  signs: ["on pentagons", "on discs", "on octagons"],
  "board.promotion": ["may", "must", "may, on the last rank must"],
  "board.promotes": ["once", "again"],
  "array.symmetry": ["rotational", "mirror", "none"],
  "ending.check": ["binds", "does not bind"],
  "ending.bare-royal": ["loses", "loses unless its next turn bares the other", "plays on"],
  "ending.no-move": ["loses", "draws", "wins", "fewer pieces win", "loses in check, else draws"],
  "ending.repetition": [
    "allowed",
    "third time illegal",
    "third time draws",
    "fourth time loses",
    "fourth time wins",
  ],
  "ending.royal": ["needed", "not needed"],
  "ending.quiet-moves": ["never"],
  "hand.captured": ["goes to the captor", "goes to the other side", "is lost"],
  "trade.adjacent": ["free", "guarded"],
  "trade.answer": ["guarded", "free"],
  "turns.capture": ["may", "must", "must take most"],
  "turns.check": ["legal", "illegal"],
  "turns.pass": ["never", "may", "only without another turn"],
  "turns.facing": ["legal", "illegal", "illegal, on diagonals too", "offers a draw"],
  "turns.dead-ends": ["legal", "illegal"],
  "turns.royal-flight": ["legal", "illegal"],
};

/** Returns the keys of a table by its names. */
export function keysOf(path: readonly string[]): readonly string[] {
  const named =
    KEYS[path.join(".")] ?? (path[0] === "piece" && path.length === 2 ? KEYS["piece.*"] : undefined);
  return named?.split(" ") ?? [];
}

/** Returns the values of a key by its names; none if there are many. */
export function valuesOf(path: readonly string[]): readonly string[] {
  return VALUES[path.join(".")] ?? [];
}

/** Returns what the page of the language says of a key by its names, or of the table that it stands in. */
export function helpOf(path: readonly string[]): string | undefined {
  const [first = "", second] = path;
  const own = second === undefined ? PAGE[first] : PAGE[`${first}.${second}`];
  if (own !== undefined) return own;
  if (first === "piece") return PAGE["piece.NAME"];
  const ending = ["loses", "wins", "draws"].includes(second ?? "");
  return ending ? PAGE["ending.loses"] : PAGE[first];
}

export { KEYS, PAGE, VALUES };
