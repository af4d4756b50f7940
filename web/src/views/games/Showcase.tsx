/** A board on which a game is played over and over, to be watched. */

import { For, Show, createEffect, createMemo, createSignal, onCleanup } from "solid-js";
import { Squares } from "../../board/Backdrop";
import { Pieces } from "../../board/Pieces";
import { type Scene, animate, prefersStill } from "../../board/scenes";
import { shapeOf } from "../../board/shape";
import { boardAfter, stagesOf } from "../../board/stages";
import { createTracker } from "../../board/tracker";
import { UNIT, cornerOf } from "../../board/viewport";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Showing } from "../../state/facts";
import { Icon } from "../../Icon";

/** The time from one turn to the next, in milliseconds. */
const BEAT = 1300;
/** How many beats the end is shown before the game begins again. */
const REST = 4;
/** The turn that is shown where nothing is to move. */
const STILL = 40;

interface ShowcaseProps {
  game: GameView;
  showing: Showing;
  /** The board is clicked. */
  begin: () => void;
}

export function Showcase(props: ShowcaseProps) {
  const app = useApp();
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
  const shape = createMemo(() => shapeOf(props.game));
  const corner = (square: number) => cornerOf(shape(), square, false);
  const tracker = createTracker();
  animate(() => scene().scene, tracker);
  return (
    <div class="showcase">
      <svg
        viewBox={`0 0 ${shape().files * UNIT} ${shape().ranks * UNIT}`}
        role="img"
        aria-label={t("A game of {game} that two engines have played", { game: props.game.summary.name })}
        onClick={() => props.begin()}
      >
        <Squares game={props.game} shape={shape()} flipped={false} />
        <g class="last">
          <For each={last()}>
            {(square) => <rect x={corner(square).x} y={corner(square).y} width={UNIT} height={UNIT} />}
          </For>
        </g>
        <Pieces
          game={props.game}
          set={app.library.tileSet(props.game.summary.id)}
          flipped={false}
          pieces={tracker.pieces()}
          place={(piece) => corner(piece.square())}
        />
      </svg>
      <Show when={count() > 0}>
        <p class="faint">
          {t("Two engines play")}
          <button
            class="quiet icon"
            aria-label={isPaused() ? t("Let the pieces move") : t("Let the pieces stand still")}
            title={isPaused() ? t("Let the pieces move") : t("Let the pieces stand still")}
            onClick={() => setPaused((old) => !old)}
          >
            <Icon name={isPaused() ? "on" : "pause"} />
          </button>
        </p>
      </Show>
    </div>
  );
}
