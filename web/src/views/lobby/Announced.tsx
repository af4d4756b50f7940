/** Who waits for an opponent, in a few words: for the front page. */

import { For, Show, createResource, onCleanup } from "solid-js";
import { t } from "../../language/language";
import type { ListedGame } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { clockInWords, readLobby } from "../../state/lobby";
import { nameInWords } from "../../state/names";
import { href } from "../../state/route";
import "../../style/lobby.css";

/** The time between two looks, in milliseconds. */
const INTERVAL = 10_000;
/** The most tables that are shown; the others are in the lobby. */
const MAX_TABLES = 3;

export default function Announced() {
  const app = useApp();
  const [page, { refetch }] = createResource(() => readLobby("open", 0).catch(() => undefined));
  const timer = setInterval(() => {
    if (!document.hidden) void refetch();
  }, INTERVAL);
  onCleanup(() => clearInterval(timer));
  const tables = () => {
    const mine = new Set(app.seats.sessions());
    return (page.latest?.games ?? []).filter(({ session }) => !mine.has(session));
  };
  const words = ({ game }: ListedGame) => {
    const named = game.names?.find((one) => one?.name);
    const id = game.table.game;
    const title = app.library.summaryOf(id)?.name ?? game.table.title ?? id;
    const parts = [named && nameInWords(named), title];
    return [...parts.filter(Boolean), clockInWords(game.clock), ...(game.rated ? [t("rated")] : [])].join(
      ", ",
    );
  };
  return (
    <Show when={tables().length > 0}>
      <ul class="announced" aria-label={t("Somebody waits for you")}>
        <li aria-hidden="true">{t("Somebody waits for you")}</li>
        <For each={tables().slice(0, MAX_TABLES)}>
          {(listed) => (
            <li>
              <a href={href("join", listed.session, listed.game.free?.invitation ?? "")}>{words(listed)}</a>
            </li>
          )}
        </For>
        <Show when={tables().length > MAX_TABLES}>
          <li>
            <a href="#/lobby">{t("All who wait")}</a>
          </li>
        </Show>
      </ul>
    </Show>
  );
}
