/** Where a piece is worth most to the engine: a number and a shade on each square. */

import { For, Show, createMemo, createSignal } from "solid-js";
import { nameOf, placeOf, shapeOf, squaresOf } from "../../board/shape";
import { number as written, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { Segments } from "../Segments";

/** The share of colour in the darkest square, in percent: words stay readable on it. */
const DARKEST = 60;

type Phase = "opening" | "ending";

export function HeatMap(props: { game: GameView; type: number; side: number }) {
  const app = useApp();
  const [phase, setPhase] = createSignal<Phase>("opening");
  const shape = createMemo(() => shapeOf(props.game));
  const map = () => app.library.heatMapOf(props.game.summary.id, props.type);
  const squares = () => squaresOf(shape());

  /** The second player's piece is worth on a square what the first one's is on the square opposite. */
  const seen = (square: number) => (props.side === 0 ? square : shape().files * shape().ranks - 1 - square);
  const worthOn = (square: number) => map()?.[phase()][seen(square)] ?? 0;
  const byWorth = createMemo(() => squares().sort((a, b) => worthOn(a) - worthOn(b)));
  const number = (square: number) => written(worthOn(square) / 100, 1);
  const words = (square: number | undefined) =>
    square === undefined ? "" : `${nameOf(shape(), square)}, ${number(square)}`;
  const extremes = () =>
    t("Worth most on {most}; least on {least}", {
      most: words(byWorth().at(-1)),
      least: words(byWorth()[0]),
    });
  const shade = (square: number) => {
    const order = byWorth();
    const [least, most] = [worthOn(order[0] ?? 0), worthOn(order.at(-1) ?? 0)];
    return most === least ? 0 : (DARKEST * (worthOn(square) - least)) / (most - least);
  };

  return (
    <section class="heat-map">
      <div class="heat-head">
        <h2>{t("Where it is worth most")}</h2>
        <Segments
          label={t("When")}
          value={phase()}
          options={[
            { value: "opening", label: t("Opening") },
            { value: "ending", label: t("Ending") },
          ]}
          choose={setPhase}
        />
      </div>
      <Show when={map()} fallback={<p class="faint">{t("One moment …")}</p>}>
        <div class="heat" role="img" aria-label={extremes()} style={{ "--files": shape().files }}>
          <For each={squares()}>
            {(square) => {
              const { column, row } = placeOf(shape(), square, props.side === 1);
              return (
                <span
                  title={words(square)}
                  style={{
                    "grid-column": column + 1,
                    "grid-row": row + 1,
                    "--share": `${shade(square).toFixed(0)}%`,
                  }}
                >
                  {number(square)}
                </span>
              );
            }}
          </For>
        </div>
        <p class="faint">
          {t(
            "What the table of the engine says for each square, if the commonest piece is worth 1. The other pieces change that.",
          )}{" "}
          {extremes()}.
        </p>
      </Show>
    </section>
  );
}
