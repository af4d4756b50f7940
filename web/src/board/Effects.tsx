/** Effects that are seen for a moment while a turn is played: a loaned move, deaths by poison and fire. */

import { For, Show } from "solid-js";
import { type Corner, LoanLine, SquareFrames, Squares } from "./overlay";
import type { Death, Stage } from "./stages";
import { UNIT } from "./viewport";

interface EffectProps {
  /** The stage that is being shown. */
  stage: Stage | undefined;
  corner: Corner;
}

/** The line from the lender of a move to its borrower, which runs under the pieces. */
export function Loan(props: EffectProps) {
  const middle = (square: number) => {
    const { x, y } = props.corner(square);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  };
  return (
    <Show when={props.stage?.loan} keyed>
      {({ lender, borrower }) => (
        <g class="effect lending">
          <LoanLine from={middle(lender)} to={middle(borrower)} />
          <SquareFrames squares={[lender]} corner={props.corner} kind="lender" />
        </g>
      )}
    </Show>
  );
}

const CAUSES: readonly Death["cause"][] = ["poison", "fire"];

/** Squares on which pieces die by poison or fire. */
export function Flashes(props: EffectProps) {
  const squares = (cause: Death["cause"]) =>
    (props.stage?.deaths ?? []).filter((death) => death.cause === cause).map(({ square }) => square);
  return (
    <For each={CAUSES}>
      {(cause) => (
        <g class="effect">
          <Squares squares={squares(cause)} corner={props.corner} kind={`flash ${cause}`} />
        </g>
      )}
    </For>
  );
}
