/** The best players of a game. */

import { For, Show, createResource } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { AccountError, ratingInWords, readBest } from "../../state/account";
import { href } from "../../state/route";
import { GameSelect } from "../GameSelect";

export default function Best(props: { game: string }) {
  const app = useApp();
  const [best] = createResource(
    () => props.game,
    (game) =>
      readBest(game).catch((reason: unknown) => {
        if (!(reason instanceof AccountError)) throw reason;
        app.setNotice(reason.message);
        return undefined;
      }),
  );
  return (
    <div class="page names">
      <h1>{t("The best players")}</h1>
      <GameSelect game={props.game} choose={(game) => (location.hash = href("ratings", game))} />
      <Show when={best()}>
        {(known) => (
          <Show
            when={known().players.length > 0}
            fallback={<p class="hint">{t("There is no rated game yet.")}</p>}
          >
            <table class="ratings">
              <thead>
                <tr>
                  <th scope="col">{t("Name")}</th>
                  <th scope="col">{t("Rating")}</th>
                  <th scope="col">{t("Games")}</th>
                </tr>
              </thead>
              <tbody>
                <For each={known().players}>
                  {({ name, rating }) => (
                    <tr>
                      <th scope="row">
                        <a href={href("player", name)}>{name}</a>
                      </th>
                      <td>{ratingInWords(rating)}</td>
                      <td>{rating.games}</td>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </Show>
        )}
      </Show>
    </div>
  );
}
