/** What has gone wrong with the games that this browser keeps. */

import { For, Show } from "solid-js";
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
            This browser does not keep your games: {problem()}. You can go on playing, but what you play is
            lost when the page is closed: save the record of a game that you want to have.
          </p>
        )}
      </Show>
      <For each={props.shelf.damaged()}>
        {({ session, saved, reason }) => (
          <p class="offline" role="alert">
            A saved game cannot be read ({reason}). It has been set aside.{" "}
            <button onClick={() => download(`damaged-${session}.json`, saved)}>
              Download what was there
            </button>{" "}
            <button class="quiet" onClick={() => props.shelf.dismiss(session)}>
              Close
            </button>
          </p>
        )}
      </For>
      <For each={props.shelf.weakened()}>
        {({ game, reason }) => (
          <p class="offline" role="status">
            What the engine has learned about {nameOf(game)} cannot be loaded ({reason}). It plays all the
            same, and less well.{" "}
            <button class="quiet" onClick={() => props.shelf.accept(game)}>
              Close
            </button>
          </p>
        )}
      </For>
    </>
  );
}
