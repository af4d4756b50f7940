/** How the engine judges the whole line: a graph. */

import { For, Show, createMemo } from "solid-js";
import { sentence, t } from "../../language/language";
import { useApp } from "../../state/app";
import { lineThrough } from "../../state/tree";
import { usePreviews } from "../preview/previews";

/** The scores of the line, turn by turn; a click goes to the place, and a pointer shows its board. */
export function EvaluationGraph() {
  const app = useApp();
  const previews = usePreviews();
  const line = createMemo(() => lineThrough(app.facts.tree(), app.facts.state()?.node ?? 0));
  const xOf = (index: number) => (line().length > 1 ? (index / (line().length - 1)) * 300 : 0);
  const points = createMemo(() =>
    line().flatMap((node, index) => {
      const known = app.facts.scores().get(node.id);
      const x = xOf(index);
      const y = 60 - 0.06 * (known?.score.points ?? 0);
      return known ? [{ node, x, y, nag: known.judgement?.nag }] : [];
    }),
  );
  const here = () => points().find(({ node }) => node.id === app.facts.state()?.node);
  return (
    <Show when={points().length > 1}>
      <svg
        class="graph"
        viewBox="0 0 300 60"
        preserveAspectRatio="none"
        role="img"
        aria-label={t("The course of the game")}
      >
        <path class="middle" d="M0 30H300" />
        <path
          class="curve"
          d={points()
            .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`)
            .join("")}
        />
        <Show when={here()}>{(at) => <path class="here" d={`M${at().x} 0V60`} />}</Show>
        <For each={points().filter(({ nag }) => nag !== undefined)}>
          {({ x, y, nag }) => <path class={`dot nag-${nag ?? 0}`} d={`M${x} ${y}h0`} />}
        </For>
        {/* They stay the same elements while scores come in: a board hangs on the one that is pointed at. */}
        <For each={line()}>
          {(node, index) => (
            <Show when={app.facts.scores().get(node.id)}>
              {(known) => (
                <rect
                  x={xOf(index()) - 150 / line().length}
                  y="0"
                  width={300 / line().length}
                  height="60"
                  onClick={() => app.jump(node.id)}
                  {...previews.of(() => ({ node: node.id }))}
                >
                  <title>{`${node.number} ${node.text}: ${sentence(known().score.text)}`}</title>
                </rect>
              )}
            </Show>
          )}
        </For>
      </svg>
    </Show>
  );
}
