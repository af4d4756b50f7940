/** The results of the own games against another player. */

import { Show, createResource } from "solid-js";
import { plural, t } from "../../language/language";
import { readScore } from "../../state/people";

export function Score(props: { name: string }) {
  const [score] = createResource(
    () => props.name,
    (name) => readScore(name).catch(() => undefined),
  );
  const played = () => {
    const known = score();
    return known && known.won + known.lost + known.drawn > 0 ? known : undefined;
  };
  return (
    <Show when={played()}>
      {(known) => (
        <p class="score">
          {t("You against {name}: {won} – {lost}", {
            name: props.name,
            won: known().won,
            lost: known().lost,
          })}
          {known().drawn > 0 ? `, ${plural(known().drawn, "{count} draw", "{count} draws")}` : ""}
        </p>
      )}
    </Show>
  );
}
