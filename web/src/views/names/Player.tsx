/** The public page of a player: ratings and public games. */

import { t } from "../../language/language";
import { FinishedGames, LiveGames } from "../lobby/lists";
import { MadeBy } from "./MadeBy";
import { Ratings } from "./Ratings";

export default function Player(props: { name: string }) {
  const search = () => ({ player: props.name });
  return (
    <div class="page names">
      <h1>{props.name}</h1>
      <Ratings name={props.name} />
      <MadeBy name={props.name} />
      <LiveGames search={search()} />
      <FinishedGames search={search()} />
      <p>
        <a href="#/lobby">{t("To the lobby")}</a>
      </p>
    </div>
  );
}
