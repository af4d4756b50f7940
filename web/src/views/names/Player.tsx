/** What everybody may know of a player: ratings, and games that are public. */

import { t } from "../../language/language";
import { href } from "../../state/route";
import { PublicGames } from "../lobby/PublicGames";
import { Ratings } from "./Ratings";

export default function Player(props: { name: string }) {
  const search = () => ({ player: props.name });
  return (
    <div class="page names">
      <h1>{props.name}</h1>
      <Ratings name={props.name} />
      <PublicGames
        list="live"
        title={t("Games that are played")}
        none={t("No public game is played.")}
        search={search()}
      >
        {({ session }) => (
          <a class="button" href={href("play", session)}>
            {t("Watch")}
          </a>
        )}
      </PublicGames>
      <PublicGames
        list="archive"
        title={t("Games that are over")}
        none={t("No public game is over yet.")}
        search={search()}
      >
        {({ session }) => (
          <a class="button" href={href("play", session)}>
            {t("Look at it")}
          </a>
        )}
      </PublicGames>
      <p>
        <a href="#/lobby">{t("To the lobby")}</a>
      </p>
    </div>
  );
}
