/** Enters a turn on the position shown: collects the clicks, and plays the turn once it is complete. */

import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";
import type { Scene } from "../board/scenes";
import { boardAfter, stagesOf } from "../board/stages";
import type { Target } from "../board/target";
import {
  type Choice,
  type Entry,
  awaited,
  begin,
  choose,
  commonChanges,
  finish,
  isBlank,
  isOnlyLifted,
  lift,
  origins,
  pick,
  settledStages,
  stepsAt,
  takeItem,
  targets,
} from "../entry/entry";
import type { Change, ItemView, PositionView, TurnView } from "../protocol/protocol";
import type { TurnList } from "./turnList";

export interface Entering {
  /** The turns that may be entered now, and whose they are. */
  list: Accessor<TurnList>;
  side: Accessor<number>;
  entry: Accessor<Entry>;
  /** The board with the settled steps played. */
  scene: Accessor<Scene | undefined>;
  targets: Accessor<Target[]>;
  /** The changes that the square or choice pointed at would make. */
  ghosts: Accessor<Change[]>;
  /** Whether the turn is whole and waits to be confirmed. */
  isPending: Accessor<boolean>;
  canLift(square: number): boolean;
  click(square: number): void;
  /** Whether an item of the reserve can be dropped now. */
  canTakeItem(item: number): boolean;
  /** Takes an item of the reserve, or puts it back. */
  takeItem(item: number): void;
  choose(choice: Choice): void;
  /** Leaves out the second step. */
  finish(): void;
  confirm(): void;
  cancel(): void;
  /** The square pointed at, if it can be clicked now. */
  pointed: Accessor<Target | undefined>;
  pointAt(square: number | undefined): void;
  pointAtChoice(choice: Choice | undefined): void;
  /** Takes a turn from elsewhere, a hint perhaps. */
  take(turn: TurnView): void;
}

interface Wiring {
  position: Accessor<PositionView | undefined>;
  /** The turns that a person may enter now, and whose they are. */
  list: Accessor<TurnList>;
  side: Accessor<number>;
  /** The items of the game's reserve. */
  reserve: Accessor<readonly ItemView[]>;
  mustConfirm: Accessor<boolean>;
  /** Whether a place of the game comes right after another one: a piece that is lifted stays so there. None does if missing. */
  follows?(node: number, before: number): boolean;
  /** Plays a turn; returns whether it was accepted. */
  play(turn: TurnView): Promise<boolean>;
}

export function createEntering({
  position,
  list,
  side,
  reserve,
  mustConfirm,
  follows,
  play,
}: Wiring): Entering {
  const [entry, setEntry] = createSignal<Entry>(begin([]));
  const [pointed, setPointed] = createSignal<number>();
  const [pointedChoice, setPointedChoice] = createSignal<Choice>();
  const blank = () => begin(list().known(), position()?.pairs, list().unknown());
  const itemTaken = (from: Entry, item: number) => takeItem(from, item, reserve()[item]?.types ?? []);
  /** The square that was clicked for a piece before its turns were known. */
  let clickedAhead: number | undefined;
  const reset = () => {
    clickedAhead = undefined;
    setEntry(blank());
    setPointedChoice(undefined);
  };
  /** Lifts the same piece or item again, with the turns that are known now. */
  const again = ({ origin = -1, item }: Entry) =>
    item === undefined ? lift(blank(), origin) : itemTaken(blank(), item);
  let seen: PositionView | undefined;
  let seenList: TurnList | undefined;
  /** The piece that was lifted when a turn arrived, until its new turns are known. */
  let held: Entry | undefined;
  function renew(): void {
    const [now, before] = [position(), seen];
    const isOlderList = seenList === list();
    seen = now;
    seenList = list();
    if (now === before && isOlderList) {
      learned();
      return;
    }
    // An empty square is clicked for what can be dropped there: that has to be known.
    for (const item of list().unknown().items) void list().learn({ type: "item", item });
    if (isOnlyLifted(entry())) held = entry();
    if (now !== before) {
      const square = held?.origin ?? -1;
      const isNext = now && before && follows?.(now.node, before.node);
      if (!isNext || now.board[square] !== before.board[square]) held = undefined;
    }
    reset();
    // The side to move arrives both before and after the position.
    if (!held || list().count === 0) return;
    move(again(held));
  }
  createEffect(on([position, list, () => list().known()], renew));

  /** More turns are known: those perhaps for which a piece waits that has been taken up. */
  function learned(): void {
    const now = entry();
    if (isBlank(now)) reset();
    if (!awaited(now)) return;
    const [next, square] = [again(now), clickedAhead];
    if (awaited(next)) return;
    move(next);
    if (square !== undefined) click(square);
  }

  function move(next: Entry): void {
    held = undefined;
    clickedAhead = undefined;
    setEntry(next);
    setPointedChoice(undefined);
    const start = awaited(next);
    if (start)
      void list()
        .learn(start)
        // A piece whose turns cannot be loaded is put back.
        .then(() => entry() === next && reset());
    if (next.complete && !mustConfirm()) send(next.complete);
  }

  function send(turn: TurnView): void {
    void play(turn).then((accepted) => {
      if (!accepted) reset();
    });
  }

  function click(square: number): void {
    const now = entry();
    if (awaited(now) && now.origin !== square && !origins(blank()).has(square)) {
      clickedAhead = square;
      return;
    }
    const next = pick(now, square);
    if (next !== now) {
      move(next);
      return;
    }
    if (now.complete || now.settled.length > 0) return;
    // A click elsewhere gives the piece up, or takes another one.
    move(now.origin === square ? blank() : lift(blank(), square));
  }

  const scene = createMemo<Scene | undefined>(() => {
    const now = position();
    if (!now) return undefined;
    const stages = settledStages(entry());
    if (stages.length === 0) return { board: now.board, stages: stagesOf(now.last) };
    return { board: boardAfter(now.board, stages), stages };
  });

  const ghosts = createMemo(() => {
    const now = entry();
    const choice = pointedChoice();
    if (choice) return commonChanges(now, choice.turns);
    if (now.choices.length > 0 || now.complete) return [];
    const square = pointed();
    const here = square === undefined ? [] : stepsAt(now, square);
    // The part of a step that is known is shown until the rest of it is pointed at.
    const turns = here.length > 0 || now.path.length === 0 ? here : now.turns;
    return commonChanges(now, turns).filter(([at]) => at !== now.origin);
  });

  const shownTargets = createMemo(() => targets(entry()));
  return {
    list,
    side,
    entry,
    scene,
    targets: shownTargets,
    pointed: () => shownTargets().find((target) => target.square === pointed()),
    ghosts,
    isPending: () => entry().complete !== undefined && mustConfirm(),
    canLift: (square) => {
      const now = entry();
      return origins(now.complete || now.settled.length > 0 ? now : blank()).has(square);
    },
    click,
    canTakeItem: (item) => itemTaken(blank(), item).item !== undefined,
    takeItem: (item) => move(entry().item === item ? blank() : itemTaken(blank(), item)),
    choose: (choice) => move(choose(entry(), choice)),
    finish: () => move(finish(entry())),
    confirm: () => {
      const { complete } = entry();
      if (complete) send(complete);
    },
    cancel: () => {
      held = undefined;
      if (!isBlank(entry())) reset();
    },
    pointAt: setPointed,
    pointAtChoice: setPointedChoice,
    take: (turn) => move({ ...begin([]), settled: turn.steps, complete: turn }),
  };
}
