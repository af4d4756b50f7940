/** What is seen of a square of a board: what the piece there could do, and who could take there. */

import { type Accessor, createEffect, createMemo, createSignal, onCleanup, untrack } from "solid-js";
import { type Code, EMPTY, WALL, sideOf } from "../../board/piece";
import type { Target } from "../../board/target";
import { begin, pick, targets } from "../../entry/entry";
import { secondSquares } from "../../entry/second";
import type { IdleView, Marks, TurnView } from "../../protocol/protocol";
import { type App, useApp } from "../../state/app";
import { explore } from "../../state/explore";
import { answer } from "../../state/link";
import type { TurnList } from "../../state/turnList";
import { placed } from "../editor/arrangement";

/** A board that is looked at. */
export interface Seen {
  /** The id of the game. */
  game: string;
  board: readonly Code[];
  pairs: readonly (readonly [number, number])[];
  /** The place of the game, if the session shows this board and waits for a turn. */
  node?: number | undefined;
  /** The turns of the side to move, if they are known. */
  turns?: { side: number; list: TurnList } | undefined;
  marks?: Marks | undefined;
}

/** What a piece could do if it were the turn of its side. */
interface Reach {
  turns: readonly TurnView[];
  /** Why it can do nothing, or nothing by itself. */
  idle?: IdleView | undefined;
}

export interface Sight {
  /** The square that is looked at. */
  square: Accessor<number | undefined>;
  /** Where its piece could act, and where with a second move alone. */
  targets: Accessor<readonly Target[]>;
  second: Accessor<readonly number[]>;
  idle: Accessor<IdleView | undefined>;
  /** For each side the squares of the pieces that could take there; missing until that is known. */
  attackers: Accessor<readonly (readonly number[])[] | undefined>;
}

/** How long a pointer rests on a square before it is looked at, in milliseconds. */
const REST = 200;

/** Returns the square that is looked at: one that was tapped, or on which a pointer rests. */
export function createLook(
  hovered: Accessor<number | undefined>,
  tapped: Accessor<number | undefined>,
): Accessor<number | undefined> {
  const { settings } = useApp();
  const [rested, setRested] = createSignal<number>();
  createEffect(() => {
    const square = hovered();
    setRested(undefined);
    if (square === undefined || !settings.sight) return;
    const timer = setTimeout(() => setRested(square), REST);
    onCleanup(() => clearTimeout(timer));
  });
  const looked = createMemo(() => (tapped() === hovered() ? tapped() : undefined) ?? rested());
  return looked;
}

/** Returns what is seen of a square, asked for when another square is looked at: one question after the other, and answers that come late do not count. */
export function createSight(seen: Accessor<Seen | undefined>, square: Accessor<number | undefined>): Sight {
  const app = useApp();
  const now = createMemo(() => seen());
  const at = createMemo(() => {
    const looked = square();
    return looked === undefined || now()?.board[looked] === WALL ? undefined : looked;
  });
  const [found, setFound] = createSignal<{ reach: Reach | undefined; sides: number[][] | undefined }>();
  let isAsking = false;
  let wanted: { seen: Seen; square: number } | undefined;

  async function look(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (wanted) {
      const asked = wanted;
      wanted = undefined;
      const [reach, sides] = await Promise.all([
        reachOf(app, asked.seen, asked.square),
        attackersOf(app, asked.seen, asked.square),
      ]);
      if (untrack(now) === asked.seen && untrack(at) === asked.square) setFound({ reach, sides });
    }
    isAsking = false;
  }
  createEffect(() => {
    const [board, looked] = [now(), at()];
    setFound(undefined);
    wanted = board && looked !== undefined ? { seen: board, square: looked } : undefined;
    void look();
  });

  const turns = () => found()?.reach?.turns ?? [];
  const reached = createMemo(() => {
    const looked = at();
    return looked === undefined ? [] : targets(pick(begin(turns(), now()?.pairs), looked));
  });
  const second = createMemo(() => {
    const looked = at();
    return looked === undefined ? [] : secondSquares(turns(), looked);
  });
  return {
    square: at,
    targets: reached,
    second,
    idle: () => found()?.reach?.idle,
    attackers: () => found()?.sides,
  };
}

/** Returns what the piece on a square could do if it were the turn of its side; nothing where none stands. */
export async function reachOf(
  { askQuietly }: Pick<App, "askQuietly">,
  { game, board, pairs, node, turns, marks }: Seen,
  square: number,
): Promise<Reach | undefined> {
  const code = board[square] ?? EMPTY;
  if (code === EMPTY || code === WALL) return undefined;
  const parts = pairs.find((pair) => pair.includes(square)) ?? [square];
  // A piece on two squares is listed with its higher part.
  const start = { type: "square" as const, square: Math.max(...parts) };
  const isMover = turns?.side === sideOf(code);
  if (isMover && turns.list.count > 0) {
    const own = pick(begin(await turns.list.learn(start), pairs), square).turns;
    const isKnown = own.some(({ steps }) => parts.includes(steps[0]?.from ?? -1)) && !isHeld(marks, square);
    if (isKnown || node === undefined) return { turns: own };
  }
  if (node !== undefined) {
    const told: TurnView[] = [];
    for (;;) {
      const skip = told.length > 0 ? { skip: told.length } : {};
      const events = await askQuietly({ type: "turns", node, of: start, ahead: !isMover, ...skip });
      if (!events) break;
      const { turns: more, total, idle } = answer(events, "turns");
      told.push(...more);
      if (told.length >= total || more.length === 0) return { turns: told, idle };
    }
  }
  const explored = await explore(askQuietly, {
    type: "explore",
    game,
    pieces: placed({ board, pairs }),
    square,
  });
  return explored && { turns: explored.turns };
}

/** Whether a piece is held, so that it has at most turns that are not its own. */
export function isHeld(marks: Marks | undefined, square = -1): boolean {
  return Boolean(marks?.immobilized.includes(square) || marks?.bewitched?.includes(square));
}

async function attackersOf(
  { askQuietly }: App,
  { game, board, pairs, node }: Seen,
  square: number,
): Promise<number[][] | undefined> {
  const on = node === undefined ? { game, pieces: placed({ board, pairs }) } : { node };
  const events = await askQuietly({ type: "attackers", ...on, square });
  return events && answer(events, "attackers").sides;
}
