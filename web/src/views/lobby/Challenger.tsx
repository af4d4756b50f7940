/** Shows challenges to a signed-in player, on every view. */

import { Show, createSignal, onCleanup, onMount } from "solid-js";
import { plural, t } from "../../language/language";
import type { ListedGame } from "../../protocol/protocol";
import { AccountError } from "../../state/account";
import { useApp } from "../../state/app";
import { clockInWords, kept } from "../../state/lobby";
import { accountOf } from "../../state/names";
import { acceptChallenge, declineChallenge, readChallenges } from "../../state/people";
import { href } from "../../state/route";
import { singleFlight } from "../singleFlight";
import "../../style/lobby.css";

/** The time between two looks, in milliseconds; a hidden page does not look. */
const INTERVAL = 10_000;

export default function Challenger() {
  const app = useApp();
  const [games, setGames] = createSignal<readonly ListedGame[]>([]);
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking || document.hidden) return;
    isLooking = true;
    try {
      const known = new Set(games().map(({ session }) => session));
      const found = (await readChallenges()).games;
      setGames((old) => kept(old, found));
      if (found.some(({ session }) => !known.has(session))) app.sounds.play("yourTurn");
    } catch (reason) {
      // The server is away or busy: the next look may succeed.
      if (!(reason instanceof AccountError)) throw reason;
    } finally {
      isLooking = false;
    }
  }
  const seen = () => void look();
  onMount(seen);
  const timer = setInterval(() => void look(), INTERVAL);
  document.addEventListener("visibilitychange", seen);
  onCleanup(() => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
  });

  const first = () => games()[0];
  const drop = (session: string) => setGames((old) => old.filter((game) => game.session !== session));
  const accept = singleFlight(async (game: ListedGame) => {
    await acceptChallenge(app, game);
    drop(game.session);
  });
  const decline = singleFlight(async (game: ListedGame) => {
    await declineChallenge(app, game);
    drop(game.session);
  });
  const nameOf = ({ game }: ListedGame) =>
    app.library.summaryOf(game.table.game)?.name ?? game.table.title ?? game.table.game;
  /** The side that one would play, if the game is known here. */
  const sideOf = ({ game }: ListedGame) =>
    app.library.summaryOf(game.table.game)?.sides[game.free?.side ?? 0];
  const challengerOf = ({ game }: ListedGame) => game.names?.map(accountOf).find(Boolean) ?? "";
  return (
    <Show when={first()} keyed>
      {(listed) => (
        <div class="offline seeking challenge" role="status">
          <span>
            <a href={href("player", challengerOf(listed))}>{challengerOf(listed)}</a>{" "}
            {t("challenges you: {game}, {clock}.", {
              game: nameOf(listed),
              clock: clockInWords(listed.game.clock),
            })}{" "}
            {sideOf(listed) && t("You play {side}.", { side: sideOf(listed) ?? "" })}{" "}
            {listed.game.rated ? t("The game is rated.") : ""}{" "}
            <Show when={games().length > 1}>
              {plural(games().length - 1, "{count} other challenge waits.", "{count} other challenges wait.")}
            </Show>
          </span>
          <button class="primary" onClick={() => void accept(listed)}>
            {t("Accept")}
          </button>
          <button onClick={() => void decline(listed)}>{t("Decline")}</button>
        </div>
      )}
    </Show>
  );
}
