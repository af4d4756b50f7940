/** What everybody may know of a player. */

import { t } from "../../language/language";
import { Ratings } from "./Ratings";

export default function Player(props: { name: string }) {
  return (
    <div class="page names">
      <h1>{props.name}</h1>
      <Ratings name={props.name} />
      <p>
        <a href="#/lobby">{t("To the lobby")}</a>
      </p>
    </div>
  );
}
