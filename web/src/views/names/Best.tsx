/** The best players of a game. */

import { Show, createResource } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { readBest } from "../../state/account";
import { href } from "../../state/route";
import { GameSelect } from "../GameSelect";
import { RatingTable } from "./RatingTable";
import { noticeRefusal } from "./noticeRefusal";

export default function Best(props: { game: string }) {
  const app = useApp();
  const [best] = createResource(
    () => props.game,
    (game) => noticeRefusal(app.notices, readBest(game)),
  );
  return (
    <div class="page names">
      <h1>{t("The best players")}</h1>
      <GameSelect game={props.game} choose={(game) => (location.hash = href("ratings", game))} />
      <Show when={best()}>
        {(known) => (
          <RatingTable
            of={t("Name")}
            none={t("Nobody has a sure rating yet.")}
            rows={known().players.map(({ name, rating }) => ({ name, href: href("player", name), rating }))}
          />
        )}
      </Show>
    </div>
  );
}
