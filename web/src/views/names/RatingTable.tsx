/** Ratings, each of a player or of a game. */

import { For, Show } from "solid-js";
import { t } from "../../language/language";
import type { RatingView } from "../../protocol/protocol";
import { ratingInWords } from "../../state/account";

interface Row {
  /** The player or the game of the rating, with the address of its page. */
  name: string;
  href: string;
  rating: RatingView;
}

export function RatingTable(props: { of: string; rows: readonly Row[]; none: string }) {
  return (
    <>
      <Show when={props.rows.length > 0} fallback={<p class="hint">{props.none}</p>}>
        <table class="ratings">
          <thead>
            <tr>
              <th scope="col">{props.of}</th>
              <th scope="col">{t("Rating")}</th>
              <th scope="col">{t("Games")}</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.rows}>
              {({ name, href, rating }) => (
                <tr>
                  <th scope="row">
                    <a href={href}>{name}</a>
                  </th>
                  <td>{ratingInWords(rating)}</td>
                  <td>{rating.games}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </Show>
      <p class="hint">
        {t(
          "A game counts when both players have played two turns, and ten games of the same two players a day do. Whoever aborts more than three rated games a day waits an hour for the next.",
        )}
      </p>
    </>
  );
}
