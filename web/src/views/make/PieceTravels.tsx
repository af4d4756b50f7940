/** Where the pieces of a type have gone in the games of a trial, and what has become of them. */

import { For, Show, createMemo, createSignal } from "solid-js";
import { nameOf, shapeOf } from "../../board/shape";
import { number, t } from "../../language/language";
import type { GameView, TrialView } from "../../protocol/protocol";
import { HeatSquares } from "../HeatSquares";
import { mostVisited } from "./travels";

interface PieceTravelsProps {
  game: GameView;
  trial: TrialView;
  /** Shows a game. */
  open: (record: string) => void;
}

export function PieceTravels(props: PieceTravelsProps) {
  const [wanted, setWanted] = createSignal<string>();
  /** The types that have gone somewhere, those that move most first. */
  const types = createMemo(() =>
    props.game.types
      .flatMap((type, index) => {
        const did = props.trial.types[index];
        return did && did.squares !== "" ? [{ type, did }] : [];
      })
      .sort((one, other) => other.did.moves - one.did.moves),
  );
  const chosen = () => types().find(({ type }) => type.id === wanted()) ?? types()[0];
  const shape = createMemo(() => shapeOf(props.game));
  return (
    <Show when={chosen()}>
      {(chosen) => {
        const did = () => chosen().did;
        const ninths = (square: number) => Number(did().squares[square]);
        const example = () => props.trial.examples[did().example ?? -1];
        const names = createMemo(() =>
          mostVisited(did().squares)
            .map((square) => nameOf(shape(), square))
            .join(", "),
        );
        return (
          <section>
            <h2>{t("Where {side}’s pieces go", { side: props.game.summary.sides[0] })}</h2>
            <div class="row trial-controls">
              <label>
                {t("Piece")}{" "}
                <select onChange={(event) => setWanted(event.currentTarget.value)}>
                  <For each={types()}>
                    {({ type }) => (
                      <option value={type.id} selected={type.id === chosen().type.id}>
                        {type.name}
                      </option>
                    )}
                  </For>
                </select>
              </label>
              <Show when={example()}>
                {(example) => (
                  <button onClick={() => props.open(example().record)}>
                    {t("Look at a game where it does much")}
                  </button>
                )}
              </Show>
            </div>
            <div class="heat-map">
              <HeatSquares
                game={props.game}
                label={t("{piece}: most often to {squares}", { piece: chosen().type.name, squares: names() })}
                shade={(square) => ninths(square) / 9}
                words={nameOf.bind(undefined, shape())}
              />
              <p class="faint">
                {t("The darker a square, the more often it has gone there; most often to {squares}.", {
                  squares: names(),
                })}
              </p>
            </div>
            <Show when={did().promotions.length > 0}>
              <h3>{t("What becomes of it, both sides together")}</h3>
              <ul class="trial-examples">
                <For each={did().promotions}>
                  {([type, times]) => (
                    <li>
                      {props.game.types[type]?.name}: <strong>{number(times, 0)}</strong>
                    </li>
                  )}
                </For>
              </ul>
            </Show>
          </section>
        );
      }}
    </Show>
  );
}
