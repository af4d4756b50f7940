/** How well puzzles are solved: the rating, and how many in a row. */

import { Show } from "solid-js";
import { NEW_RATING } from "../../learn/rating";
import type { Learned } from "../../state/learned";
import { t } from "../../language/language";
import { ratingInWords } from "./words";

export function Streak(props: {
  learned: Learned;
  /** What the last puzzle has changed. */ change?: number;
}) {
  const isRated = () => props.learned.rating().deviation < NEW_RATING.deviation;
  return (
    <Show when={isRated() || props.learned.best() > 0}>
      <p class="streak">
        <Show when={isRated()}>
          {t("Rating {rating}", { rating: ratingInWords(props.learned.rating()) })}
          <Show when={props.change}>{(change) => <strong>{` ${signed(change())}`}</strong>}</Show>
          {". "}
        </Show>
        <Show when={props.learned.best() > 0}>
          {t("{now} in a row, at best {best}", { now: props.learned.streak(), best: props.learned.best() })}
        </Show>
      </p>
    </Show>
  );
}

/** Returns a change with its sign. */
function signed(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`;
}
