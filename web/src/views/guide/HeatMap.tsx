/** Where a piece is worth most to the engine: a number and a shade on each square. */

import { Show, createMemo, createSignal } from "solid-js";
import { nameOf, shapeOf, squaresOf } from "../../board/shape";
import { number as written, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { HeatSquares } from "../HeatSquares";
import { Segments } from "../Segments";

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
    return most === least ? 0 : (worthOn(square) - least) / (most - least);
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
        <HeatSquares
          game={props.game}
          flipped={props.side === 1}
          label={extremes()}
          shade={shade}
          words={words}
          written={number}
        />
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
