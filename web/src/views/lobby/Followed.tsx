/** The players whom the account follows: who is here, and who plays. */

import { For, Show, createResource, onCleanup } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { readFollowed } from "../../state/people";
import { href } from "../../state/route";

/** The time between two looks, in milliseconds. */
const INTERVAL = 15_000;

export function Followed() {
  const app = useApp();
  const [followed, { refetch }] = createResource(app.ownName.name, () =>
    readFollowed().catch(() => undefined),
  );
  const timer = setInterval(() => {
    if (!document.hidden && app.ownName.name()) void refetch();
  }, INTERVAL);
  onCleanup(() => clearInterval(timer));
  const players = () => followed.latest?.players ?? [];
  return (
    <Show when={players().length > 0}>
      <section class="tables" aria-labelledby="followed">
        <h2 id="followed">{t("Players whom you follow")}</h2>
        <ul class="followed">
          <For each={players()}>
            {(player) => (
              <li>
                <a href={href("player", player.name)}>{player.name}</a>{" "}
                <span class={player.online ? "online" : "hint"}>
                  {player.online ? t("is here") : t("is away")}
                </span>{" "}
                <Show when={player.playing}>
                  {(session) => <a href={href("play", session())}>{t("plays: watch")}</a>}
                </Show>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
