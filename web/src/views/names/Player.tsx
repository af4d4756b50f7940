/** The public page of a player: ratings and public games. */

import { Show } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { FinishedGames, LiveGames } from "../lobby/lists";
import { MadeBy } from "./MadeBy";
import { PlayerActions } from "./PlayerActions";
import { Ratings } from "./Ratings";

export default function Player(props: { name: string }) {
  const app = useApp();
  const search = () => ({ player: props.name });
  return (
    <div class="page names">
      <h1>{props.name}</h1>
      <Show when={app.ownName.name() && app.ownName.name() !== props.name}>
        <PlayerActions name={props.name} />
      </Show>
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
