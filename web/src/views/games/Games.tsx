/** The first page: play at once, go on with a game, or choose one. */

import { For, Show, Suspense, createSignal } from "solid-js";
import { t } from "../../language/language";
import type { GameSummary } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { LanguageChoice } from "../LanguageChoice";
import { createSeen } from "../seen";
import { Hero } from "./Hero";
import { MiniBoard } from "./MiniBoard";
import { NewGameDialog } from "./NewGameDialog";
import { isInFront, isNear, isOlder } from "./shelves";
import { ShelfRow } from "./ShelfRow";
import { Tables } from "./Tables";
import { lazily } from "../lazily";

const YourTurn = lazily(() => import("./YourTurn"));
const TodaysPuzzle = lazily(() => import("../learn/TodaysPuzzle"));
const LoadDialog = lazily(() => import("./LoadDialog"));

export function Games() {
  const app = useApp();
  const [chosen, setChosen] = createSignal<GameSummary>();
  const [isLoading, setLoading] = createSignal(false);
  const among = (belongs: (game: GameSummary) => boolean) => app.facts.games().filter(belongs);
  const newest = () => among(isInFront);
  return (
    <div class="page games">
      {/* Whoever comes back for a turn finds it first. */}
      <Show when={app.duties().length > 0}>
        <Suspense>
          <YourTurn />
        </Suspense>
      </Show>
      {/* All at once, so that nothing moves away from under a finger. */}
      <Show when={newest()[0]} fallback={<h1>{t("Beaufort")}</h1>}>
        {(first) => (
          <>
            <Hero game={first()} />
            <Tables />
            <ShelfRow />
            <p class="row">
              <a class="button" href="#/make">
                {t("Make a game of your own")}
              </a>
              <Show when={!app.shelf}>
                <a class="button" href="#/gallery">
                  {t("Games people made")}
                </a>
              </Show>
              <button class="quiet" onClick={() => setLoading(true)}>
                {t("Load a record or a position")}
              </button>
            </p>
            {/* It comes after the board on top. */}
            <Show when={app.library.drawable(first().id)} fallback={<div class="today" />}>
              <Suspense fallback={<div class="today" />}>
                <TodaysPuzzle />
              </Suspense>
            </Show>
            <h2 class="all-games">{t("All games, against the engine or a friend")}</h2>
            <ul class="cards">
              <For each={newest()}>
                {(game) => (
                  <li>
                    <GameCard game={game} choose={() => setChosen(game)} />
                  </li>
                )}
              </For>
            </ul>
            <Shelf title={t("Older games")} games={among(isOlder)} choose={setChosen} />
            <Shelf
              title={t("Older rules, and chess with its near relatives")}
              games={among(isNear)}
              choose={setChosen}
            />
            <LanguageChoice />
          </>
        )}
      </Show>
      <Show when={isLoading()}>
        <Suspense>
          <LoadDialog close={() => setLoading(false)} />
        </Suspense>
      </Show>
      <Show when={chosen()} keyed>
        {(game) => <NewGameDialog game={game} close={() => setChosen(undefined)} />}
      </Show>
    </div>
  );
}

/** Games in a list that opens. */
function Shelf(props: { title: string; games: GameSummary[]; choose: (game: GameSummary) => void }) {
  return (
    <Show when={props.games.length > 0}>
      <details class="older">
        <summary>{props.title}</summary>
        <ul>
          <For each={props.games}>
            {(game) => (
              <li>
                <button class="quiet" onClick={() => props.choose(game)}>
                  {game.name}
                </button>
                <span>
                  {game.summary}{" "}
                  <small>
                    {game.files} × {game.ranks},{" "}
                    {t("{pieces} a side, {kinds} kinds", {
                      pieces: Math.ceil(game.pieces / 2),
                      kinds: game.types,
                    })}
                    , {t("about {turns} turns", { turns: game.typicalTurns })}.{" "}
                    <a
                      href={href("pieces", game.id)}
                      aria-label={t("The pieces of {game}", { game: game.name })}
                    >
                      {t("Pieces")}
                    </a>{" "}
                    <a
                      href={href("help", game.id)}
                      aria-label={t("The rules of {game}", { game: game.name })}
                    >
                      {t("Rules")}
                    </a>
                  </small>
                </span>
              </li>
            )}
          </For>
        </ul>
      </details>
    </Show>
  );
}

function GameCard(props: { game: GameSummary; choose: () => void }) {
  const app = useApp();
  let head!: HTMLDivElement;
  const isSeen = createSeen(() => head);
  const view = () => (isSeen() ? app.library.drawable(props.game.id) : undefined);
  return (
    <article class="card">
      <div class="card-head" ref={head}>
        <MiniBoard game={props.game} board={props.game.start} view={view()} />
        <h3>{props.game.name}</h3>
      </div>
      <div class="card-text">
        <dl class="facts">
          <div>
            <dt>{t("Board")}</dt>
            <dd>
              {props.game.files} × {props.game.ranks}
            </dd>
          </div>
          <div>
            <dt>{t("Pieces")}</dt>
            <dd>
              {t("{pieces} a side, {kinds} kinds", {
                pieces: Math.ceil(props.game.pieces / 2),
                kinds: props.game.types,
              })}
            </dd>
          </div>
          <div>
            <dt>{t("A game")}</dt>
            <dd>{t("about {turns} turns", { turns: props.game.typicalTurns })}</dd>
          </div>
        </dl>
        <div class="row">
          <button
            class="primary"
            onClick={() => props.choose()}
            aria-label={t("Play {game}", { game: props.game.name })}
          >
            {t("Play")}
          </button>
          <a
            class="button quiet"
            href={href("pieces", props.game.id)}
            aria-label={t("The pieces of {game}", { game: props.game.name })}
          >
            {t("Pieces")}
          </a>
          <a
            class="button quiet"
            href={href("help", props.game.id)}
            aria-label={t("The rules of {game}", { game: props.game.name })}
          >
            {t("Rules")}
          </a>
        </div>
        <p class="summary">{props.game.summary}</p>
        <p class="by">
          {props.game.author}, {props.game.year}
        </p>
      </div>
    </article>
  );
}
