/**
 * The turns of a position. They come with it, or, if they are too many, for one piece at a time when it is taken up. Callers use both
 * kinds of list alike.
 */

import { type Accessor, batch, createSignal, untrack } from "solid-js";
import { NOWHERE, type Start, type Starts } from "../entry/entry";
import type { Command, Event, PositionView, TurnView, TurnsOf } from "../protocol/protocol";
import { answer } from "./link";

/** A turn by its place in the list, or as people write it. */
export type Single = Extract<TurnsOf, { type: "listed" | "typed" }>;

export interface TurnList {
  /** The number of turns. */
  count: number;
  /** The turns that are known: of each piece all or none. */
  known: Accessor<readonly TurnView[]>;
  /** Where the others begin. */
  unknown: Accessor<Starts>;
  /** Asks for the turns that begin in one place, if they are not known. Returns all that are known then. */
  learn(start: Start): Promise<readonly TurnView[]>;
  /** Returns a turn, and asks for it if it is not known. */
  find(turn: Single): Promise<TurnView | undefined>;
  /** Returns a turn as soon as it is known, and asks for it until then: for what is drawn. */
  seek(turn: Single): TurnView | undefined;
  /** Returns the place in the list of a turn that comes from here; -1 of any other. */
  indexOf(turn: TurnView): number;
}

/** The turns of a position or of premoves, as the session sends them. */
type Told = Pick<PositionView, "turns" | "unlisted">;
/** An answer with some of the turns. */
type Answer = Pick<Extract<Event, { type: "turns" }>, "total" | "turns" | "indices">;
/** Asks for some turns but the first ones. Returns nothing if they cannot be had. */
type AskForTurns = (of: TurnsOf, skip: number) => Promise<Answer | undefined>;
/** Asks the session. Returns nothing if it refuses. */
type Ask = (command: Command) => Promise<Event[] | undefined>;

/** Where nothing can be played. */
export const NO_TURNS: TurnList = wholeList([]);

/** Returns the turns of a position; if `ahead`, those of the side that waits. */
export function turnListOf(told: Told, node: number, ask: Ask, ahead = false): TurnList {
  const { turns, unlisted } = told;
  if (!unlisted) return turns.length === 0 ? NO_TURNS : wholeList(turns);
  return askedList(
    unlisted.count,
    { squares: unlisted.squares, items: unlisted.items ?? [] },
    async (of, skip) => {
      const more = { ...(skip > 0 ? { skip } : {}), ...(ahead ? { ahead } : {}) };
      const events = await ask({ type: "turns", node, of, ...more });
      return events && answer(events, "turns");
    },
  );
}

function wholeList(turns: readonly TurnView[]): TurnList {
  const seek = (turn: Single) =>
    turn.type === "listed" ? turns[turn.index] : turns.find(({ text }) => text === turn.text);
  return {
    count: turns.length,
    known: () => turns,
    unknown: () => NOWHERE,
    learn: () => Promise.resolve(turns),
    find: (turn) => Promise.resolve(seek(turn)),
    seek,
    indexOf: (turn) => turns.indexOf(turn),
  };
}

function askedList(count: number, starts: Starts, ask: AskForTurns): TurnList {
  const [known, setKnown] = createSignal<readonly TurnView[]>([]);
  const [unknown, setUnknown] = createSignal(starts);
  /** Turns whose piece may have more that are not known: they cannot be entered click by click. */
  const [singles, setSingles] = createSignal<ReadonlyMap<string, TurnView>>(new Map());
  const places = new Map<TurnView, number>();
  /** Requests that are not answered yet. */
  const asked = new Map<string, Promise<readonly TurnView[]>>();

  async function load(of: TurnsOf): Promise<readonly TurnView[]> {
    const found: TurnView[] = [];
    for (;;) {
      const told = await ask(of, found.length);
      if (!told) return [];
      told.turns.forEach((turn, at) => places.set(turn, told.indices[at] ?? -1));
      found.push(...told.turns);
      // A turn of one step may continue in one that arrives later: only the complete list is of use.
      if (found.length >= told.total) return found;
      if (told.turns.length === 0) return [];
    }
  }

  /** Asks for turns, once at a time. */
  function loadOnce(of: TurnsOf): Promise<readonly TurnView[]> {
    const key = JSON.stringify(of);
    const loading = asked.get(key) ?? load(of).finally(() => asked.delete(key));
    asked.set(key, loading);
    return loading;
  }

  const isUnknown = (start: Start) =>
    untrack(() =>
      start.type === "item" ? unknown().items.includes(start.item) : unknown().squares.includes(start.square),
    );

  async function learn(start: Start): Promise<readonly TurnView[]> {
    if (!isUnknown(start)) return untrack(known);
    const found = await loadOnce(start);
    if (found.length > 0 && isUnknown(start)) {
      const others = untrack(unknown);
      batch(() => {
        setKnown((old) => [...old, ...found]);
        setUnknown(
          start.type === "item"
            ? { ...others, items: others.items.filter((item) => item !== start.item) }
            : { ...others, squares: others.squares.filter((square) => square !== start.square) },
        );
      });
    }
    return untrack(known);
  }

  async function find(turn: Single): Promise<TurnView | undefined> {
    const key = JSON.stringify(turn);
    const there = untrack(singles).get(key);
    if (there) return there;
    const [found] = await loadOnce(turn);
    if (found) setSingles((old) => new Map(old).set(key, found));
    return found;
  }

  return {
    count,
    known,
    unknown,
    learn,
    find,
    seek(turn) {
      const there = singles().get(JSON.stringify(turn));
      if (!there) void find(turn);
      return there;
    },
    indexOf: (turn) => places.get(turn) ?? -1,
  };
}
