/** Plays the sounds of turns, dangers and ends of games at a table. */

import { createEffect, on } from "solid-js";
import { isInCheck, soundsOf } from "../../board/turnSounds";
import { STEP } from "../../board/scenes";
import type { Sound } from "../../board/sounds";
import type { PositionView, ResultView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { duelOf } from "./duel";

export function useTurnSounds(): void {
  const { facts, isMine, sounds } = useApp();
  /** The nodes whose end has been played. */
  const ended = new Set<number>();

  function hear(position: PositionView): void {
    const stages = position.last ? soundsOf(position.last) : [];
    stages.forEach((stage, index) => stage.forEach((sound) => sounds.play(sound, index * STEP)));
    const after = stages.length * STEP;
    if (isInCheck(position)) sounds.play("check", after);
    // A person who looks at the page sees it.
    if (document.hidden && isMine(position.side) && !isMine(1 - position.side))
      sounds.play("yourTurn", after);
  }

  createEffect(
    on(facts.position, (now, before) => {
      if (!now || !before) return;
      // Looking back makes no sound.
      if (facts.tree().get(now.node)?.parent === before.node) hear(now);
    }),
  );

  const mine = () => {
    const state = facts.state();
    return state?.seats ? facts.mySide() : duelOf(state?.players ?? [])?.mine;
  };
  createEffect(
    on(facts.state, (now, before) => {
      if (now?.stage !== "over" || ended.has(now.node)) return;
      ended.add(now.node);
      const sound = before && now.result && soundOfEnd(now.result, mine());
      if (sound) sounds.play(sound, 2 * STEP);
    }),
  );
}

/** Returns the sound of the end of a game for one side; a spectator hears every win as a win. An aborted game has no sound. */
export function soundOfEnd({ winner, score }: ResultView, mine: number | undefined): Sound | undefined {
  if (winner === undefined) return score === "*" ? undefined : "drawn";
  return mine === undefined || winner === mine ? "won" : "lost";
}
