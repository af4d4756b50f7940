/** Games that people have made and published on the server. */

import { For, Show, createEffect, createSignal, on } from "solid-js";
import { t } from "../../language/language";
import type { GalleryPage, PublishedGame } from "../../protocol/protocol";
import { AccountError } from "../../state/account";
import { useApp } from "../../state/app";
import { ANY_GAME, type GalleryList, changeVisibility, readGallery, withChanged } from "../../state/gallery";
import "../../style/make.css";
import { Pager } from "../Pager";
import { Segments } from "../Segments";
import { noticeRefusal } from "../names/noticeRefusal";
import { singleFlight } from "../singleFlight";
import { GallerySearchForm } from "./GallerySearchForm";
import { PublishedCard } from "./PublishedCard";

const LISTS: readonly GalleryList[] = ["games", "own", "favourites"];
const TITLES: Record<GalleryList, () => string> = {
  games: () => t("All"),
  own: () => t("Published by me"),
  favourites: () => t("My favourites"),
};

export default function Gallery() {
  const app = useApp();
  const [list, setList] = createSignal<GalleryList>("games");
  const [search, setSearch] = createSignal(ANY_GAME);
  const [number, setNumber] = createSignal(0);
  const [page, setPage] = createSignal<GalleryPage>();
  const [trouble, setTrouble] = createSignal("");
  /** Signing out hides the list of one's own games. */
  const shownList = () => (app.ownName.name() === "" ? "games" : list());
  let last = 0;

  async function load(): Promise<void> {
    const turn = ++last;
    const wanted = shownList();
    try {
      const found = await readGallery(wanted, number(), wanted === "games" ? search() : undefined);
      // Another list may have been asked for meanwhile.
      if (turn !== last) return;
      setTrouble("");
      setPage(found);
    } catch (reason) {
      if (!(reason instanceof AccountError)) throw reason;
      if (turn === last) setTrouble(reason.message);
    }
  }
  createEffect(
    on([shownList, search, number], () => {
      void load();
    }),
  );

  /** Shows another list, or the games of another search, from the first page on. */
  function show(change: () => void): void {
    setNumber(0);
    setPage(undefined);
    change();
  }

  const replace = (changed: PublishedGame) =>
    setPage((old) => old && { ...old, games: withChanged(old.games, changed) });
  const setPublic = singleFlight(async (published: PublishedGame) => {
    const wish = { game: published.game.id, public: !published.public };
    const changed = await noticeRefusal(app.notices, changeVisibility(wish));
    if (changed) replace(changed);
  });

  const isSearching = () => search().text !== "" || search().board !== "";
  const none = () => {
    if (shownList() === "own") return t("You have published no game yet.");
    if (shownList() === "favourites") return t("You have no favourites yet: mark a game by its star.");
    return isSearching() ? t("There is no such game.") : t("Nobody has published a game for everybody yet.");
  };
  return (
    <div class="page lobby gallery-of-games">
      <h1>{t("Games people made")}</h1>
      <p>
        {t(
          "Play them, look at their rules, or make a game of your own from one. Your own gets here by “Share” where you make it.",
        )}{" "}
        <a href="#/make">{t("Make a game")}</a>
      </p>
      <Show
        when={app.ownName.name()}
        fallback={
          <p>
            <a href="#/name">
              {t("Take a name, or sign in: then you can publish for everybody and mark favourites")}
            </a>
          </p>
        }
      >
        <Segments
          label={t("Which games")}
          value={list()}
          options={LISTS.map((value) => ({ value, label: TITLES[value]() }))}
          choose={(list) => show(() => setList(list))}
        />
      </Show>
      <section class="tables" aria-labelledby="published-games">
        <h2 id="published-games" class="visually-hidden">
          {TITLES[shownList()]()}
        </h2>
        <Show when={shownList() === "games"}>
          <GallerySearchForm boards={page()?.boards ?? []} search={(wish) => show(() => setSearch(wish))} />
        </Show>
        <p class="hint" role="status">
          {trouble() || (page() ? (page()?.games.length === 0 ? none() : "") : t("One moment …"))}
        </p>
        <Show when={trouble()}>
          <button onClick={() => void load()}>{t("Try again")}</button>
        </Show>
        <ul>
          <For each={page()?.games ?? []}>
            {(published) => (
              <li>
                <PublishedCard published={published} change={replace}>
                  <Show when={shownList() === "own" && !published.removed}>
                    <button onClick={() => void setPublic(published)}>
                      {published.public ? t("Take it out of the list") : t("Show it to everybody")}
                    </button>
                  </Show>
                </PublishedCard>
              </li>
            )}
          </For>
        </ul>
        <Pager
          number={number()}
          more={page()?.more ?? false}
          turnTo={setNumber}
          labels={[t("Back"), t("More games")]}
        />
      </section>
    </div>
  );
}
