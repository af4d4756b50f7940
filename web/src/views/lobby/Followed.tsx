/** The players whom the account follows: who is here, and who plays. */

import { For, Show, Suspense, createResource, createSignal, onCleanup } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { readFollowed } from "../../state/people";
import { href } from "../../state/route";
import { lazily } from "../lazily";

const ChallengeDialog = lazily(() => import("../names/ChallengeDialog"));

/** The time between two looks, in milliseconds. */
const INTERVAL = 15_000;

export function Followed() {
  const app = useApp();
  /** The player who is being challenged. */
  const [opponent, setOpponent] = createSignal<string>();
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
                </Show>{" "}
                <button
                  aria-label={t("Challenge {name}", { name: player.name })}
                  onClick={() => setOpponent(player.name)}
                >
                  {t("Challenge")}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={opponent()} keyed>
          {(name) => (
            <Suspense>
              <ChallengeDialog name={name} close={() => setOpponent(undefined)} />
            </Suspense>
          )}
        </Show>
      </section>
    </Show>
  );
}
