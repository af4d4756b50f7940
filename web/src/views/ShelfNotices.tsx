/** Problems with the games that this browser keeps. */

import { For, Show } from "solid-js";
import { sentence, t } from "../language/language";
import type { Shelf } from "../offline/shelf";
import { useApp } from "../state/app";
import { download } from "../state/share";

export function ShelfNotices(props: { shelf: Shelf }) {
  const app = useApp();
  const nameOf = (game: string) => app.facts.games().find(({ id }) => id === game)?.name ?? game;
  return (
    <>
      <Show when={props.shelf.problem()}>
        {(problem) => (
          <p class="offline" role="alert">
            {t(
              "This browser does not keep your games: {reason}. You can go on playing, but what you play is lost when the page is closed: save the record of a game that you want to have.",
              { reason: sentence(problem()) },
            )}
          </p>
        )}
      </Show>
      <For each={props.shelf.damaged()}>
        {({ session, saved, reason }) => (
          <p class="offline" role="alert">
            {t("A saved game cannot be read ({reason}). It has been set aside.", {
              reason: sentence(reason),
            })}{" "}
            <button onClick={() => download(`damaged-${session}.json`, saved)}>
              {t("Download what was there")}
            </button>{" "}
            <button class="quiet" onClick={() => props.shelf.dismiss(session)}>
              {t("Close")}
            </button>
          </p>
        )}
      </For>
      <For each={props.shelf.weakened()}>
        {({ game, reason }) => (
          <p class="offline" role="status">
            {t(
              "What the engine has learned about {game} cannot be loaded ({reason}). It plays all the same, and less well.",
              { game: nameOf(game), reason: sentence(reason) },
            )}{" "}
            <button class="quiet" onClick={() => props.shelf.accept(game)}>
              {t("Close")}
            </button>
          </p>
        )}
      </For>
    </>
  );
}
