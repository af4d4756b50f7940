/** The first thing that is seen: a game in motion, and a button that begins one. */

import { type Component, Show, Suspense, createSignal } from "solid-js";
import { t } from "../../language/language";
import type { GameSummary, Player } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { againstEngine, forceOf } from "../force";
import { FindButton } from "../lobby/FindButton";
import { lazily } from "../lazily";
import { Showcase } from "./Showcase";
import type { Reel } from "./wonders/Wonders";
import { Rich } from "../../language/Rich";

const Announced = lazily(() => import("../lobby/Announced"));

/** The force of the wind that a first game is played against. */
const FIRST_GAME_FORCE = 2;
/** The most time the engine takes for a turn of such a game, in milliseconds. */
const PACE = 1000;

export function Hero(props: { game: GameSummary }) {
  const app = useApp();
  const [isBusy, setBusy] = createSignal(false);
  const level = () => app.facts.levels().find(({ force }) => force === FIRST_GAME_FORCE)?.id ?? "";
  /** Begins a game on the array as it stands, against a gentle opponent. */
  async function begin(): Promise<void> {
    if (isBusy()) return;
    setBusy(true);
    const engine: Player = { type: "engine", level: level(), ms: PACE };
    await app.start(againstEngine(props.game.id, engine, 0));
    setBusy(false);
  }
  /** What Jupiter can do, once it has been loaded: much more than the first view needs. */
  const [wonders, setWonders] = createSignal<{ Wonders: Component<{ reel: Reel }>; reel: Reel }>();
  async function goOn(): Promise<void> {
    // Without a network the game goes on instead.
    const loaded = await import("./wonders/Wonders").catch(() => undefined);
    const reel = await loaded?.loadReel(app);
    if (loaded && reel) setWonders({ Wonders: loaded.Wonders, reel });
  }
  const ready = () => {
    const [game, played] = [app.library.drawable(props.game.id), app.library.showingOf(props.game.id)];
    return game && played && { game, played };
  };
  return (
    <section class="hero" aria-label={t("Begin at once")}>
      <div>
        <h1>{t("Chess, where the wind blows stronger")}</h1>
        <p class="lead">
          {t(
            "Boards of up to sixteen by sixteen squares. Pieces that lend each other their moves, push, swap, convert and poison. Every tile shows how its piece moves.",
          )}
        </p>
        <div class="row">
          <button class="primary large" disabled={isBusy()} onClick={() => void begin()}>
            {t("Play now")}
          </button>
          <Show when={!app.shelf}>
            <FindButton class="large" />
          </Show>
        </div>
        <p class="hint">
          {t("{game}, {side} against the engine: {level}.", {
            game: props.game.name,
            side: props.game.sides[0],
            level: forceOf(app.facts.levels(), level()),
          })}
        </p>
        <Show when={!app.shelf}>
          <Suspense>
            <Announced />
          </Suspense>
        </Show>
        <p class="hint">
          <Rich
            text={t("New here? <learn>Learn in three minutes</learn>, or solve <puzzles>puzzles</puzzles>.")}
            parts={{
              learn: (text) => <a href="#/learn">{text}</a>,
              puzzles: (text) => <a href="#/puzzles">{text}</a>,
            }}
          />
        </p>
      </div>
      <div>
        <Show
          when={ready()}
          fallback={
            <div class="hero-board" style={{ "aspect-ratio": `${props.game.files} / ${props.game.ranks}` }} />
          }
        >
          {(now) => (
            <Show
              when={wonders()}
              keyed
              fallback={
                <Showcase
                  game={now().game}
                  showing={now().played}
                  begin={() => void begin()}
                  goOn={() => void goOn()}
                />
              }
            >
              {({ Wonders, reel }) => <Wonders reel={reel} />}
            </Show>
          )}
        </Show>
      </div>
    </section>
  );
}
