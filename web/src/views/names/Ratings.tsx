/** The ratings of a player, game by game, and the results by opponents. */

import { For, Show, createResource } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { readPlayer } from "../../state/account";
import { href } from "../../state/route";
import { Opponents } from "./Opponents";
import { RatingCurve } from "./RatingCurve";
import { RatingTable } from "./RatingTable";
import { noticeRefusal } from "./noticeRefusal";

export function Ratings(props: { name: string }) {
  const app = useApp();
  const [player] = createResource(
    () => props.name,
    (name) => noticeRefusal(app.notices, readPlayer(name)),
  );
  const gameName = (id: string) => app.facts.games().find((game) => game.id === id)?.name ?? id;
  return (
    <Show when={player()}>
      {(known) => (
        <>
          <section aria-labelledby="ratings">
            <h2 id="ratings">{t("Ratings")}</h2>
            <RatingTable
              of={t("Game")}
              none={t("There is no rated game yet.")}
              rows={known().ratings.map(({ game, rating }) => ({
                name: gameName(game),
                href: href("ratings", game),
                rating,
              }))}
            />
            <Show when={known().ratings.length > 0}>
              <p class="hint">
                {t(
                  "The number after ± tells how sure a rating is; one with a question mark comes from too few games.",
                )}
              </p>
            </Show>
            <For each={known().ratings.filter(({ curve }) => curve.length > 1)}>
              {({ game, curve }) => (
                <>
                  <h3>{gameName(game)}</h3>
                  <RatingCurve game={gameName(game)} curve={curve} />
                </>
              )}
            </For>
          </section>
          <Opponents opponents={known().opponents} />
        </>
      )}
    </Show>
  );
}
