/** What only a game like Jupiter has, one wonder after the other, with a line of words for each; any of them can be tried. */

import { For, createEffect, createMemo, createRoot, createSignal, onCleanup } from "solid-js";
import { prefersStill } from "../../../board/scenes";
import { boardAfter, stagesOf } from "../../../board/stages";
import { t, told } from "../../../language/language";
import type { GameView } from "../../../protocol/protocol";
import { type App, useApp } from "../../../state/app";
import "../../../style/wonders.css";
import { againstEngine, engineAt } from "../../force";
import { PauseButton } from "../PauseButton";
import { ShowBoard } from "../ShowBoard";
import { type Reel as Told, STORMY, type Wonder, readWonders } from "./reel";

/** How long a position is seen before its turn, and after it, in milliseconds. */
const BEFORE = 1300;
const AFTER = 2300;
/** The force of the wind against which a wonder is tried. */
const TRY_FORCE = 2;

export interface Reel extends Told {
  game: GameView;
}

/** Loads the wonders; nothing without any. */
export async function loadReel(app: App): Promise<Reel | undefined> {
  const game = await drawn(app);
  const told = await readWonders(app, game);
  return told.wonders.length > 0 ? { ...told, game } : undefined;
}

/** Returns the game once its pieces can be drawn. */
function drawn(app: App): Promise<GameView> {
  return new Promise((resolve) => {
    createRoot((dispose) =>
      createEffect(() => {
        const game = app.library.drawable(STORMY);
        if (!game) return;
        resolve(game);
        dispose();
      }),
    );
  });
}

export function Wonders(props: { reel: Reel }) {
  const app = useApp();
  const isStill = prefersStill();
  const [index, setIndex] = createSignal(0);
  /** Whether the turn of the wonder has been played. */
  const [isPlayed, setPlayed] = createSignal(isStill);
  const [isPaused, setPaused] = createSignal(isStill);
  const [isBusy, setBusy] = createSignal(false);
  const count = () => props.reel.wonders.length;
  const wonder = () => props.reel.wonders[index()];

  function next(): void {
    setPlayed(isStill);
    setIndex((now) => (now + 1) % count());
  }
  createEffect(() => {
    if (isPaused()) return;
    const act = isPlayed() ? next : () => setPlayed(true);
    const timer = setInterval(() => !document.hidden && act(), isPlayed() ? AFTER : BEFORE);
    onCleanup(() => clearInterval(timer));
  });

  /** Begins a game at the position, with the side to move as one's own. */
  async function tryIt(): Promise<void> {
    const now = wonder();
    if (!now || isBusy()) return;
    setBusy(true);
    const level = app.facts.levels().find(({ force }) => force === TRY_FORCE);
    const from = { type: "position" as const, text: now.position };
    await app.start(againstEngine(STORMY, engineAt(level, 1), now.side, { clock: undefined, from }));
    setBusy(false);
  }

  return (
    <div class="showcase wonders">
      <For each={wonder() ? [wonder() as Wonder] : []}>
        {(wonder) => (
          <Seen reel={props.reel} wonder={wonder} isPlayed={isPlayed()} click={() => void tryIt()} />
        )}
      </For>
      <p class="faint">
        <button class="quiet" disabled={isBusy()} onClick={() => void tryIt()}>
          {t("Try this")}
        </button>
        <button class="quiet" onClick={next}>
          {t("Next")}
        </button>
        <span>
          {props.reel.game.summary.name}, {t("{number} of {count}", { number: index() + 1, count: count() })}
        </span>
        <PauseButton isPaused={isPaused()} toggle={() => setPaused((old) => !old)} />
      </p>
    </div>
  );
}

/** One wonder: its board, and the words for its turn. */
function Seen(props: { reel: Reel; wonder: Wonder; isPlayed: boolean; click: () => void }) {
  const scene = createMemo(() => {
    const { board, turn } = props.wonder;
    const stages = props.isPlayed ? stagesOf(turn) : [];
    return { board: boardAfter(board, stages), stages };
  });
  /** The squares that the turn changes, and those of the lender. */
  const last = () =>
    props.isPlayed
      ? [
          ...scene().stages.flatMap(({ changes }) => changes.map(([square]) => square)),
          ...props.wonder.turn.steps.flatMap(({ lender }) => (lender === undefined ? [] : [lender])),
        ]
      : [];
  return (
    <div class="wonder">
      <ShowBoard
        game={props.reel.game}
        scene={scene()}
        last={last()}
        seen={props.reel.seen}
        label={t("A position of {game}", { game: props.reel.game.summary.name })}
        click={() => props.click()}
      />
      <p class="wonder-words">{told(props.wonder.words)}</p>
    </div>
  );
}
