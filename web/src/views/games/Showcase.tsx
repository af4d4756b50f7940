/** A board on which a game is played over and over, to be watched. */

import { Show, createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import { type Scene, prefersStill } from "../../board/scenes";
import { boardAfter, stagesOf } from "../../board/stages";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import type { Showing } from "../../state/facts";
import { PauseButton } from "./PauseButton";
import { ShowBoard } from "./ShowBoard";

/** The time from one turn to the next, in milliseconds. */
const BEAT = 1300;
/** How many beats the end is shown before the game begins again. */
const REST = 4;
/** The turn that is shown where nothing is to move. */
const STILL = 40;
/** After how many turns the game gives way to what comes next. */
const CALM = 5;

interface ShowcaseProps {
  game: GameView;
  showing: Showing;
  /** The board is clicked. */
  begin: () => void;
  /** A few turns have been seen, or the person wants to see more. */
  goOn: () => void;
}

export function Showcase(props: ShowcaseProps) {
  const count = () => props.showing.turns.length;
  const isStill = prefersStill();
  // eslint-disable-next-line solid/reactivity -- only the first turn that is shown depends on it; the end is awaited below
  const [turn, setTurn] = createSignal(isStill ? Math.min(STILL, props.showing.turns.length) : 0);
  const [isPaused, setPaused] = createSignal(isStill);
  createEffect(() => {
    if (isPaused()) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((now) => (now < count() + REST ? now + 1 : 0));
    }, BEAT);
    onCleanup(() => clearInterval(timer));
  });
  createEffect(on(turn, (now) => !isPaused() && now === CALM && props.goOn()));
  const at = createMemo(() => Math.min(turn(), count()));
  const scene = createMemo((last: { at: number; scene: Scene } | undefined) => {
    const now = at();
    const { board: start, turns } = props.showing;
    const board =
      last && now === last.at + 1
        ? boardAfter(last.scene.board, stagesOf(turns[last.at]))
        : boardAfter(start, turns.slice(0, now).flatMap(stagesOf));
    return { at: now, scene: { board, stages: stagesOf(turns[now - 1]) } };
  }, undefined);
  const last = createMemo(() =>
    (props.showing.turns[at() - 1]?.steps ?? []).flatMap(({ from, to }) => [from, to]),
  );
  return (
    <div class="showcase">
      <ShowBoard
        game={props.game}
        scene={scene().scene}
        last={last()}
        label={t("A game of {game} that two engines have played", { game: props.game.summary.name })}
        click={() => props.begin()}
      />
      <Show when={count() > 0}>
        <p class="faint">
          <button class="quiet" onClick={() => props.goOn()}>
            {t("See wonders of Jupiter")}
          </button>
          {t("Two engines play")}
          <PauseButton isPaused={isPaused()} toggle={() => setPaused((old) => !old)} />
        </p>
      </Show>
    </div>
  );
}
