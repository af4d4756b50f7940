/** A list of public games, a page at a time. */

import { For, type JSX, Show, createEffect, createResource, createSignal, on, onCleanup } from "solid-js";
import { t } from "../../language/language";
import type { GameSummary, ListedGame, LobbyPage } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { readPublished } from "../../state/gallery";
import { LobbyError, type LobbyList, type Search, clockInWords, kept, readLobby } from "../../state/lobby";
import { isOwn } from "../../state/ownGames";
import { Pager } from "../Pager";
import { MiniBoard } from "../games/MiniBoard";
import { playersInWords, standInWords } from "../games/words";
import { Players } from "./Players";

/** The time between two looks at a list, in milliseconds. */
const INTERVAL = 5000;

interface PageRequest {
  list: LobbyList;
  number: number;
  search: Search;
}

interface PublicGamesProps {
  list: LobbyList;
  title: string;
  /** The text for an empty list. */
  none: string;
  /** The search. */
  search?: Search;
  /** The content above the games. */
  before?: JSX.Element;
  /** The actions for a game. */
  children: (listed: ListedGame) => JSX.Element;
}

export function PublicGames(props: PublicGamesProps) {
  const [number, setNumber] = createSignal(0);
  const [trouble, setTrouble] = createSignal("");
  createEffect(
    on(
      () => props.search,
      () => setNumber(0),
      { defer: true },
    ),
  );
  const request = (): PageRequest => ({ list: props.list, number: number(), search: props.search ?? {} });
  const [page, { refetch }] = createResource<LobbyPage | undefined, PageRequest>(
    request,
    async (request, { value }) => {
      try {
        const page = await readLobby(request.list, request.number, request.search);
        setTrouble("");
        return { ...page, games: kept(value?.games ?? [], page.games) };
      } catch (reason) {
        // The last page stays visible.
        if (!(reason instanceof LobbyError)) throw reason;
        setTrouble(reason.message);
        return value;
      }
    },
  );
  const timer = setInterval(() => {
    if (!document.hidden) void refetch();
  }, INTERVAL);
  onCleanup(() => clearInterval(timer));
  const games = () => page.latest?.games ?? [];
  const id = () => `lobby-${props.list}`;
  return (
    <section class="tables" aria-labelledby={id()}>
      <h2 id={id()}>{props.title}</h2>
      {props.before}
      <p class="hint" role="status">
        {trouble() || (page.latest && games().length === 0 ? props.none : "")}
      </p>
      <ul>
        <For each={games()}>
          {(listed) => (
            <li>
              <PublicGameCard listed={listed} actions={props.children(listed)} />
            </li>
          )}
        </For>
      </ul>
      <Pager number={number()} more={page.latest?.more ?? false} turnTo={setNumber} />
    </section>
  );
}

/** A game with what can be done with it. */
export function PublicGameCard(props: { listed: ListedGame; actions: JSX.Element }) {
  const app = useApp();
  const game = () => props.listed.game;
  const table = () => game().table;
  const [published, setPublished] = createSignal<GameSummary>();
  const summary = () => app.library.summaryOf(table().game) ?? published();
  // A user-made game is drawn if its rules are published.
  createEffect(() => {
    const { game: id } = table();
    if (isOwn(id) && !summary())
      void readPublished(id).then(
        ({ game }) => setPublished(game.game),
        () => undefined,
      );
  });
  return (
    <article class="table-card public">
      <Show when={summary()} fallback={<span class="no-board" />}>
        {(view) => <MiniBoard game={view()} board={table().board} />}
      </Show>
      <div>
        <h3>{summary()?.name ?? table().title ?? table().game}</h3>
        <Show when={summary()}>
          {(view) => (
            <>
              <Show when={game().free}>
                {(free) => <p>{t("You play {side}", { side: view().sides[free().side] ?? "" })}</p>}
              </Show>
              <p class="stand">{standInWords(view(), table(), game().names)}</p>
              <Show when={table().players.some(({ type }) => type === "engine")}>
                <p>{playersInWords(view(), table(), app.facts.levels())}</p>
              </Show>
              <Show when={game().names}>
                {(names) => <Players names={names()} sides={view().sides} rated={game().rated ?? false} />}
              </Show>
            </>
          )}
        </Show>
        <p>{clockInWords(game().clock)}</p>
        <p class="date">{game().day}</p>
        <div class="row">{props.actions}</div>
      </div>
    </article>
  );
}
