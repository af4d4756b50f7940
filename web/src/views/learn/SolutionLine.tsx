/** The turns that lead through an exercise, once it is done: what each does, and the board after it. */

import { For, createMemo } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { lineThrough } from "../../state/tree";
import { createReasons } from "../hint/reason";
import { LineButtons } from "../play/LineButtons";
import { lineKeys, useShortcuts } from "../play/keys";
import { TurnTile } from "../play/TurnTile";
import { usePreview } from "../preview/previews";

export function SolutionLine() {
  const app = useApp();
  const { facts, here, jump } = app;
  useShortcuts(lineKeys());
  const line = createMemo(() => lineThrough(facts.tree(), here() ?? 0));
  const turns = () => line().filter(({ parent }) => parent !== undefined);
  /** The same while one goes along them: what is asked about them is asked once. */
  const places = createMemo(() => turns().map(({ parent = 0, text }) => ({ node: parent, turn: text })), [], {
    equals: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
  const reasons = createReasons(app, () => places());
  return (
    <div class="solution">
      <ol aria-label={t("The solution")}>
        <For each={turns()}>
          {(turn, index) => (
            <li>
              {turn.side === 0 || index() === 0 ? `${turn.number} ` : ""}
              <button
                {...usePreview(() => (turn.id === here() ? undefined : { node: turn.id }))}
                class="quiet turn"
                translate="no"
                aria-current={turn.id === here() ? "step" : undefined}
                onClick={() => jump(turn.id)}
              >
                <TurnTile text={turn.text} side={turn.side} />
                {turn.text}
              </button>{" "}
              <span class="faint">{reasons()[index()]}</span>
            </li>
          )}
        </For>
      </ol>
      <div class="row" role="group" aria-label={t("Step through the solution")}>
        <LineButtons />
      </div>
    </div>
  );
}
