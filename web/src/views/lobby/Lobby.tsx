/** The lobby: games to join, games in progress, and finished games. */

import { Show, createSignal } from "solid-js";
import { t } from "../../language/language";
import type { ListedGame } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { PERSONS } from "../../state/newGame";
import { LobbyError, type Search, readRecord, recordAddress } from "../../state/lobby";
import { href } from "../../state/route";
import { singleFlight } from "../singleFlight";
import { ArchiveSearch } from "./ArchiveSearch";
import { FinishedGames, LiveGames } from "./lists";
import { FindButton } from "./FindButton";
import { Followed } from "./Followed";
import { Forces } from "./Forces";
import { OfferGame } from "./OfferGame";
import { PublicGames } from "./PublicGames";

export default function Lobby() {
  const app = useApp();
  const [search, setSearch] = createSignal<Search>({});

  const isSearching = () => Object.values(search()).some(Boolean);

  const analyse = singleFlight(async ({ session }: ListedGame) => {
    try {
      const text = await readRecord(session);
      await app.start({ players: PERSONS, from: { type: "record", text } });
    } catch (reason) {
      if (!(reason instanceof LobbyError)) throw reason;
      app.notices.show(reason.message);
    }
  });

  return (
    <div class="page lobby">
      <h1>{t("Lobby")}</h1>
      <p>
        {t(
          "Here are the games that their players have made public. A game of your own is here, too, if you begin it with a friend elsewhere and say so.",
        )}
      </p>
      <p class="row">
        <Show
          when={app.ownName.name()}
          fallback={<a href="#/name">{t("Take a name, or sign in: then games can be rated")}</a>}
        >
          {(name) => <a href="#/name">{t("You play as {name}: your games and ratings", { name: name() })}</a>}
        </Show>
        <a href={href("ratings", app.facts.state()?.game ?? "scirocco")}>{t("The best players")}</a>
      </p>
      <Followed />
      <PublicGames
        list="open"
        title={t("Somebody waits for you")}
        none={t("Nobody waits for another player.")}
        before={
          <>
            <p>
              <FindButton class="primary" />
            </p>
            <OfferGame />
          </>
        }
      >
        {({ session, game }) => (
          <a class="button primary" href={href("join", session, game.free?.invitation ?? "")}>
            {t("Play")}
          </a>
        )}
      </PublicGames>
      <Forces />
      <LiveGames />
      <FinishedGames
        search={search()}
        isSearched={isSearching()}
        before={<ArchiveSearch search={setSearch} />}
        more={(listed) => (
          <>
            <button class="quiet" onClick={() => void analyse(listed)}>
              {t("Analyse a copy")}
            </button>
            <a class="button quiet" href={recordAddress(listed.session)} download="">
              {t("Download")}
            </a>
          </>
        )}
      />
    </div>
  );
}
