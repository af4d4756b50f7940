/** A hint in its steps, as far as it has been told. */

import { type JSX, Show } from "solid-js";
import { EMPTY } from "../../board/piece";
import { nameOf, shapeOf } from "../../board/shape";
import { pieceName } from "../../entry/words";
import { t } from "../../language/language";
import type { GameView, TurnView } from "../../protocol/protocol";
import type { HintSteps } from "../../state/hintSteps";

interface HintTextProps {
  game: GameView;
  board: readonly number[];
  hint: HintSteps;
  /** The turn that the hint leads to, once it is known. */
  turn: TurnView | undefined;
  /** What the turn is about, in a sentence; empty if nothing plain can be said. */
  about: string;
  /** Tells more. */
  more: () => void;
  /** The last step: the turn itself. */
  children: JSX.Element;
}

export function HintText(props: HintTextProps) {
  const first = () => props.turn?.steps[0];
  const where = () => {
    const step = first();
    if (!step) return "";
    if (step.kind === "drop") {
      const piece = props.game.types[step.promotion ?? -1]?.name ?? "";
      return t("Look at the {piece} in hand.", { piece });
    }
    const square = nameOf(shapeOf(props.game), step.from);
    return t("Look at the {piece} on {square}.", {
      piece: pieceName(props.game, props.board[step.from] ?? EMPTY),
      square,
    });
  };
  return (
    <Show when={props.hint.told() > 0 && first()}>
      <p class="advice">
        {where()}{" "}
        <Show when={props.hint.told() > 1}>{props.about || t("Nothing is taken: it is a quiet turn.")} </Show>
        <Show
          when={props.hint.told() > 2}
          fallback={
            <button class="quiet" onClick={() => props.more()}>
              {props.hint.told() === 1 ? t("What is it about?") : t("Tell the turn")}
            </button>
          }
        >
          {props.children}
        </Show>
      </p>
    </Show>
  );
}
