/**
 * Premoves: a turn is entered while the opponent thinks, waits, and is played as soon as it is the own turn, if it is legal then and
 * does not lose at once. The turns that can be clicked are those that the session tells for the position if it were the own turn; any
 * may be typed.
 */

import { type Accessor, createSignal } from "solid-js";
import { findPremove } from "../entry/premove";
import { startOf } from "../entry/ways";
import type { Phrase, PositionView, TurnView } from "../protocol/protocol";
import { NO_TURNS, type TurnList } from "./turnList";

/** A turn that waits. */
export interface Premove {
  /** The turn in notation. */
  text: string;
  /** The turn as it was listed; missing if it was typed and is not legal yet. */
  turn?: TurnView | undefined;
}

/** Why a turn was not played when its time came: it would have lost at once, as a sentence says, or was not legal. */
export interface Obstacle {
  danger?: Phrase;
}

export interface Premoves {
  /** Whether one can be entered now. */
  isOpen: Accessor<boolean>;
  /** The turns that can be clicked; none while it is not the opponent's turn. */
  list: Accessor<TurnList>;
  /** The turn that waits. */
  waiting: Accessor<Premove | undefined>;
  /** The turn that could not be played when its time came, until the next move. */
  dropped: Accessor<(Obstacle & { text: string }) | undefined>;
  /** Enters a turn as people write it. */
  enter(text: string): void;
  drop(): void;
  /** Called when the position or the side to move changes: plays the waiting turn if its time has come. */
  look(): void;
}

interface Wiring {
  position: Accessor<PositionView | undefined>;
  /** Whether the opponent thinks about the position shown. */
  isOpen: Accessor<boolean>;
  /** Whether it is the own turn on the position shown. */
  isOwnTurn: Accessor<boolean>;
  /** Whether a place of the game comes right after another one. */
  follows(node: number, before: number): boolean;
  /** The turns of the position shown. */
  own: Accessor<TurnList>;
  /** Asks for the turns of the side that waits; nothing if they cannot be had. */
  ask(node: number): Promise<TurnList | undefined>;
  /** Plays a turn, or one as people write it. Returns why it was not played, if so. */
  play(position: PositionView, turn: TurnView | string): Promise<Obstacle | undefined>;
}

export function createPremoves({ position, isOpen, isOwnTurn, follows, own, ask, play }: Wiring): Premoves {
  const [known, setKnown] = createSignal<{ position: PositionView; list: TurnList }>();
  const [entered, setEntered] = createSignal<Premove & { node: number }>();
  const [dropped, setDropped] = createSignal<Obstacle & { text: string }>();
  const list = () => {
    const here = known();
    return isOpen() && here && here.position === position() ? here.list : NO_TURNS;
  };

  /** The position looked at last. */
  let seen: PositionView | undefined;
  function look(): void {
    const [now, premove] = [position(), entered()];
    if (now !== seen) setDropped(undefined);
    seen = now;
    if (now && isOpen() && known()?.position !== now) void learn(now);
    if (!now || !premove || now.node === premove.node) return;
    const isReply = follows(now.node, premove.node);
    // The position arrives before the side to move does.
    if (isReply && !isOwnTurn()) return;
    setEntered(undefined);
    if (isReply) void send(now, premove);
  }

  async function learn(now: PositionView): Promise<void> {
    const list = await ask(now.node);
    if (list && position() === now) setKnown({ position: now, list });
  }

  async function send(now: PositionView, { turn, text }: Premove): Promise<void> {
    const found = turn && (await findAgain(turn));
    const obstacle = turn && !found ? {} : await play(now, found ?? text);
    if (obstacle) setDropped({ text, ...obstacle });
  }

  /** Returns the turn that a premove has become now that it is the own turn, if it can still be played. */
  async function findAgain(turn: TurnView): Promise<TurnView | undefined> {
    const turns = own();
    const square = startOf(turn.steps[0]);
    const { items } = turns.unknown();
    // The turn does not say which item is dropped, so all are asked for.
    const starts =
      square === undefined
        ? items.map((item) => ({ type: "item" as const, item }))
        : [{ type: "square" as const, square }];
    await Promise.all(starts.map((start) => turns.learn(start)));
    return findPremove(turns.known(), turn);
  }

  return {
    isOpen,
    list,
    waiting: () => (entered()?.node === position()?.node ? entered() : undefined),
    dropped,
    enter(text) {
      const now = position();
      if (!now || !isOpen()) return;
      setEntered({
        node: now.node,
        text,
        turn: list()
          .known()
          .find((turn) => turn.text === text),
      });
    },
    drop: () => setEntered(undefined),
    look,
  };
}
