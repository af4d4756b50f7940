/** The turns that lead through an exercise, once it is done: each can be looked at again. */

import { For, createMemo } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { lineThrough } from "../../state/tree";
import { LineButtons } from "../play/LineButtons";
import { lineKeys, useShortcuts } from "../play/keys";

export function SolutionLine() {
  const { facts, here, jump } = useApp();
  useShortcuts(lineKeys());
  const turns = createMemo(() =>
    lineThrough(facts.tree(), here() ?? 0).filter(({ parent }) => parent !== undefined),
  );
  return (
    <div class="solution">
      <ol aria-label={t("The solution")}>
        <For each={turns()}>
          {(turn, index) => (
            <li>
              {turn.side === 0 || index() === 0 ? `${turn.number} ` : ""}
              <button
                class="quiet turn"
                translate="no"
                aria-current={turn.id === here() ? "step" : undefined}
                onClick={() => jump(turn.id)}
              >
                {turn.text}
              </button>
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
