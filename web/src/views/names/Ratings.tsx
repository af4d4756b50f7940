/** How well somebody plays, game by game. */

import { For, Show, createResource } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { AccountError, ratingInWords, readPlayer } from "../../state/account";
import { href } from "../../state/route";

export function Ratings(props: { name: string }) {
  const app = useApp();
  const [player] = createResource(
    () => props.name,
    (name) =>
      readPlayer(name).catch((reason: unknown) => {
        if (!(reason instanceof AccountError)) throw reason;
        app.setNotice(reason.message);
        return undefined;
      }),
  );
  const gameName = (id: string) => app.facts.games().find((game) => game.id === id)?.name ?? id;
  return (
    <Show when={player()}>
      {(known) => (
        <section aria-labelledby="ratings">
          <h2 id="ratings">{t("Ratings")}</h2>
          <Show
            when={known().ratings.length > 0}
            fallback={<p class="hint">{t("There is no rated game yet.")}</p>}
          >
            <table class="ratings">
              <thead>
                <tr>
                  <th scope="col">{t("Game")}</th>
                  <th scope="col">{t("Rating")}</th>
                  <th scope="col">{t("Games")}</th>
                </tr>
              </thead>
              <tbody>
                <For each={known().ratings}>
                  {({ game, rating }) => (
                    <tr>
                      <th scope="row">
                        <a href={href("ratings", game)}>{gameName(game)}</a>
                      </th>
                      <td>{ratingInWords(rating)}</td>
                      <td>{rating.games}</td>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
            <p class="hint">
              {t(
                "The number after ± tells how sure a rating is; one with a question mark comes from too few games.",
              )}
            </p>
          </Show>
        </section>
      )}
    </Show>
  );
}
