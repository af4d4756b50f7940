/** How turns come about at a table: clicked together or typed, played at once, or entered ahead while the opponent thinks. */

import { type Accessor, createEffect, createMemo, on } from "solid-js";
import type { GameView, TurnChoice } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type Entering, createEntering } from "../../state/entering";
import { type MistakeTraining } from "../../state/mistakes";
import { answer } from "../../state/link";
import { createPremoves } from "../../state/premoves";
import { turnListOf } from "../../state/turnList";
import { usePlaying } from "./playing";

export function useTurns(game: Accessor<GameView>, training: MistakeTraining) {
  const app = useApp();
  const { position, state, tree } = app.facts;
  const playing = usePlaying();
  /** Whether the position shown is that of a side's turn. */
  const isTurn = () => state()?.stage === "turn" && state()?.node === position()?.node;
  /** Whether nothing has been played yet from the position shown. */
  const isLatest = () => (tree().get(position()?.node ?? 0)?.children.length ?? 0) === 0;
  const side = () => position()?.side ?? 0;
  const follows = (node: number, before: number) => tree().get(node)?.parent === before;
  const isOpen = createMemo(() => isTurn() && app.isMine(side()));

  const isAhead = createMemo(
    () => app.settings.premove && isTurn() && isLatest() && !app.isMine(side()) && app.isMine(1 - side()),
  );
  const premoves = createPremoves({
    position,
    isOpen: isAhead,
    isOwnTurn: isOpen,
    follows,
    own: app.turns,
    ask: async (node) => {
      // Without an answer there are no premoves. They are asked for again with the next turn.
      const events = await app.askQuietly({ type: "premoves", node });
      return events && turnListOf(answer(events, "premoves"), node, app.ask, true);
    },
    play: async ({ node, key }, turn) => {
      const isTyped = typeof turn === "string";
      const choice: TurnChoice = isTyped
        ? { type: "typed", text: turn }
        : { type: "listed", index: app.turns().indexOf(turn), key };
      return playing.playAhead(node, choice, isTyped ? turn : turn.text);
    },
  });

  createEffect(on([position, isOpen, premoves.isOpen], premoves.look));

  const list = createMemo(() => (isOpen() ? app.turns() : premoves.list()));
  const entered = createEntering({
    position,
    list,
    side: () => (premoves.isOpen() ? 1 - side() : side()),
    reserve: () => game().reserve ?? [],
    mustConfirm: () => app.settings.confirm,
    follows,
    play: async (turn) => {
      const now = position();
      const index = app.turns().indexOf(turn);
      if (!now || index < 0) {
        premoves.enter(turn.text);
        return false;
      }
      // A turn tried in a training is not played.
      if (training.takes(now.node, turn.text)) return false;
      const choice: TurnChoice = { type: "listed", index, key: now.key };
      return (await playing.play(now.node, choice, turn.text)) === "played";
    },
  });
  /** A click on the board drops a premove that waits. */
  const entering: Entering = {
    ...entered,
    click(square) {
      premoves.drop();
      entered.click(square);
    },
    takeItem(item) {
      premoves.drop();
      entered.takeItem(item);
    },
    cancel() {
      premoves.drop();
      entered.cancel();
    },
  };

  /** Plays a turn as people write it, or keeps it while the opponent thinks. Returns whether that has been done, or is asked about. */
  async function playTyped(text: string): Promise<boolean> {
    if (premoves.isOpen()) {
      premoves.enter(text);
      return true;
    }
    const node = position()?.node ?? 0;
    return (
      training.takes(node, text) || (await playing.play(node, { type: "typed", text }, text)) !== "refused"
    );
  }

  return { entering, premoves, playing, playTyped };
}

/** Returns what takes a turn of an engine's line, by its place in the list of turns, to be played. */
export function useTaking(entering: () => Entering) {
  const { turns } = useApp();
  return async (index: number) => {
    const list = turns();
    const turn = await list.find({ type: "listed", index });
    if (turn && list === turns()) entering().take(turn);
  };
}
