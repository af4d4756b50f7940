/** The lists of public games that are played and that are over. */

import { type JSX, Show } from "solid-js";
import { t } from "../../language/language";
import type { ListedGame } from "../../protocol/protocol";
import type { Search } from "../../state/lobby";
import { href } from "../../state/route";
import { PublicGames } from "./PublicGames";

export function LiveGames(props: { search?: Search }) {
  return (
    <PublicGames
      list="live"
      title={t("Games that are played")}
      none={t("No public game is played.")}
      {...props}
    >
      {({ session }) => (
        <a class="button" href={href("play", session)}>
          {t("Watch")}
        </a>
      )}
    </PublicGames>
  );
}

interface FinishedGamesProps {
  search: Search;
  /** Whether the person has searched: then an empty list says that there is no such game. */
  isSearched?: boolean;
  /** The content above the games. */
  before?: JSX.Element;
  /** Returns more actions for a game. */
  more?: (listed: ListedGame) => JSX.Element;
}

export function FinishedGames(props: FinishedGamesProps) {
  return (
    <PublicGames
      list="archive"
      title={t("Games that are over")}
      none={props.isSearched ? t("There is no such game.") : t("No public game is over yet.")}
      search={props.search}
      before={props.before}
    >
      {(listed) => (
        <>
          <a class="button" href={href("play", listed.session)}>
            {t("Look at it")}
          </a>
          <Show when={props.more}>{(more) => more()(listed)}</Show>
        </>
      )}
    </PublicGames>
  );
}
