/** A round of questions about pieces: what is asked when, and what an answer changes. */

/** What is asked about a piece; to `meet` one is to be shown it. */
export type Kind =
  | "meet"
  /** On which squares can it go? */
  | "squares"
  /** Which piece goes to these squares? */
  | "moves"
  /** What is the piece on this tile called? */
  | "name";

export interface Item {
  /** The piece type. */
  type: number;
  kind: Kind;
}

export interface Round {
  /** What is still to be done, in order. */
  items: readonly Item[];
  /** The pieces about which an answer was wrong. */
  missed: ReadonlySet<number>;
  /** The pieces that are done with. */
  done: readonly number[];
}

/** After how many other questions one that was answered wrong comes again. */
const AGAIN_AFTER = 3;

/**
 * Returns a round about pieces that have been met, one question each, and about new ones, which are shown two at a time and asked about
 * at once and once more at the end. `kindsOf` has the kinds of questions that a piece allows, the best first.
 */
export function newRound(
  known: readonly number[],
  fresh: readonly number[],
  kindsOf: (type: number) => readonly Kind[],
): Round {
  const question = (type: number, turn: number): Item => {
    const kinds = kindsOf(type);
    return { type, kind: kinds[turn % kinds.length] ?? "name" };
  };
  const items = known.map((type) => question(type, type));
  for (let at = 0; at < fresh.length; at += 2) {
    const pair = fresh.slice(at, at + 2);
    items.push(
      ...pair.map((type): Item => ({ type, kind: "meet" })),
      ...pair.map((type) => question(type, 0)),
    );
  }
  items.push(...fresh.map((type) => question(type, 1)));
  return { items, missed: new Set(), done: [] };
}

/** Returns the round after the answer to its first question. */
export function answered({ items, missed, done }: Round, isRight: boolean): Round {
  const [first, ...rest] = items;
  if (!first) return { items, missed, done };
  if (!isRight) {
    const later = rest.toSpliced(Math.min(AGAIN_AFTER, rest.length), 0, { ...first });
    return { items: later, missed: new Set([...missed, first.type]), done };
  }
  const isDone = !rest.some(({ type }) => type === first.type);
  return { items: rest, missed, done: isDone ? [...done, first.type] : done };
}
