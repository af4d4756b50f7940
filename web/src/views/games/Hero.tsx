/** The first thing that is seen: a game in motion, and a button that begins one. */

import { Show, createSignal } from "solid-js";
import type { GameSummary, Player } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { forceOf } from "../force";
import { Showcase } from "./Showcase";

/** The force of the wind that a first game is played against. */
const GENTLE = 2;
/** The most time the engine takes for a turn of such a game, in milliseconds. */
const PACE = 1000;

export function Hero(props: { game: GameSummary }) {
  const app = useApp();
  const [isBusy, setBusy] = createSignal(false);
  const level = () => app.facts.levels().find(({ force }) => force === GENTLE)?.id ?? "";
  /** Begins a game on the array as it stands, against a gentle opponent. */
  async function begin(): Promise<void> {
    if (isBusy()) return;
    setBusy(true);
    const players: [Player, Player] = [{ type: "person" }, { type: "engine", level: level(), ms: PACE }];
    await app.start({ game: props.game.id, players, from: { type: "default" } });
    setBusy(false);
  }
  const ready = () => {
    const [game, played] = [app.drawable(props.game.id), app.showingOf(props.game.id)];
    return game && played && { game, played };
  };
  return (
    <section class="hero" aria-label="Begin at once">
      <div>
        <h1>Chess, where the wind blows stronger</h1>
        <p class="lead">
          Boards of up to sixteen by sixteen squares. Pieces that lend each other their moves, push, swap,
          convert and poison. Every tile shows how its piece moves.
        </p>
        <button class="primary large" disabled={isBusy()} onClick={() => void begin()}>
          Play now
        </button>
        <p class="hint">
          {props.game.name}, {props.game.sides[0]} against the engine: {forceOf(app.facts.levels(), level())}.
        </p>
        <p class="hint">
          New here? <a href="#/learn">Learn in three minutes</a>, or solve <a href="#/puzzles">puzzles</a>.
        </p>
      </div>
      <div>
        <Show
          when={ready()}
          fallback={
            <div class="hero-board" style={{ "aspect-ratio": `${props.game.files} / ${props.game.ranks}` }} />
          }
        >
          {(now) => <Showcase game={now().game} showing={now().played} begin={() => void begin()} />}
        </Show>
      </div>
    </section>
  );
}
