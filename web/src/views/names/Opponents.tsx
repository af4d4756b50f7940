/** The results of a player's rated games against each opponent. */

import { For, Show } from "solid-js";
import { t } from "../../language/language";
import type { OpponentScore } from "../../protocol/protocol";
import { href } from "../../state/route";

export function Opponents(props: { opponents: readonly OpponentScore[] }) {
  return (
    <Show when={props.opponents.length > 0}>
      <section aria-labelledby="opponents">
        <h2 id="opponents">{t("Rated games by opponent")}</h2>
        <table class="ratings">
          <thead>
            <tr>
              <th scope="col">{t("Opponent")}</th>
              <th scope="col">{t("Won")}</th>
              <th scope="col">{t("Drawn")}</th>
              <th scope="col">{t("Lost")}</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.opponents}>
              {({ name, score }) => (
                <tr>
                  <th scope="row">
                    <a href={href("player", name)}>{name}</a>
                  </th>
                  <td>{score.won}</td>
                  <td>{score.drawn}</td>
                  <td>{score.lost}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </Show>
  );
}
