/** How a rating has changed: a curve. */

import { For, Show, createMemo } from "solid-js";
import { dayInWords, t } from "../../language/language";
import type { RatedAt } from "../../protocol/protocol";

interface RatingCurveProps {
  /** The name of the game. */
  game: string;
  /** The ratings after each game, the oldest first; at least two. */
  curve: readonly RatedAt[];
}

/** The size of the picture, in the units of its `viewBox`. */
const WIDTH = 600;
const HEIGHT = 180;
/** The room for the numbers on the left, and around the curve. */
const LEFT = 56;
const MARGIN = 12;
/** The distances of the lines for ratings, of which the smallest is taken that has at most five. */
const STEPS = [25, 50, 100, 200, 500, 1000];

export function RatingCurve(props: RatingCurveProps) {
  const ratings = createMemo(() => props.curve.map(({ rating }) => rating));
  const bounds = createMemo(() => {
    const [low, high] = [Math.min(...ratings()), Math.max(...ratings())];
    const step = STEPS.find((one) => Math.ceil(high / one) - Math.floor(low / one) <= 4) ?? 2000;
    return {
      from: Math.floor(low / step) * step,
      to: Math.max(Math.ceil(high / step), Math.floor(low / step) + 1) * step,
      step,
    };
  });
  const marks = () => {
    const { from, to, step } = bounds();
    return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
  };
  const x = (index: number) => LEFT + (index / (props.curve.length - 1)) * (WIDTH - LEFT - MARGIN);
  const y = (rating: number) => {
    const { from, to } = bounds();
    return HEIGHT - MARGIN - ((rating - from) / (to - from)) * (HEIGHT - 2 * MARGIN);
  };
  const path = () =>
    ratings()
      .map((rating, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(rating).toFixed(1)}`)
      .join("");
  const summary = () =>
    t("{game}: after each of the last {count} games, from {first} to {last}, at most {most}", {
      game: props.game,
      count: props.curve.length,
      first: String(ratings()[0] ?? 0),
      last: String(ratings().at(-1) ?? 0),
      most: String(Math.max(...ratings())),
    });
  const days = () => [props.curve[0], props.curve.at(-1)].map((rated) => dayInWords(1000 * (rated?.at ?? 0)));
  return (
    <figure class="rating-curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary()}>
        <For each={marks()}>
          {(rating) => (
            <>
              <path class="mark" d={`M${LEFT} ${y(rating)}H${WIDTH - MARGIN}`} />
              <text x={LEFT - 6} y={y(rating)} text-anchor="end" dominant-baseline="central">
                {rating}
              </text>
            </>
          )}
        </For>
        <path class="curve" d={path()} />
        <For each={props.curve}>
          {(rated, index) => (
            <circle cx={x(index())} cy={y(rated.rating)} r={index() === props.curve.length - 1 ? 4 : 2}>
              <title>{`${dayInWords(1000 * rated.at)}: ${rated.rating}`}</title>
            </circle>
          )}
        </For>
      </svg>
      <figcaption class="hint">
        <Show when={days()[0] !== days()[1]} fallback={days()[0]}>
          {t("{first} to {last}", { first: days()[0] ?? "", last: days()[1] ?? "" })}
        </Show>
      </figcaption>
    </figure>
  );
}
