/** How the engine judges the game: a bar beside the board, and a graph of the whole line. */

import { For, Show, createMemo } from "solid-js";
import { sideClass } from "../../board/piece";
import { sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { lineThrough } from "../../state/tree";

export function EvaluationBar(props: { game: GameView; flipped: boolean }) {
  const app = useApp();
  const score = () => app.facts.scores().get(app.facts.state()?.node ?? -1)?.score;
  const judged = () => {
    const text = score()?.text;
    return text && sentence(text);
  };
  const part = () => {
    const now = score();
    return now ? now.points / 1000 : 0.5;
  };
  return (
    <div
      class={`evaluation tile ${sideClass(props.game.summary, 1)}`}
      classList={{ flipped: props.flipped, unknown: !score() }}
      role="meter"
      aria-label={t("The engine's judgement")}
      aria-valuemin="0"
      aria-valuemax="1"
      aria-valuenow={part()}
      aria-valuetext={judged() ?? t("unknown")}
      title={judged() ?? t("not judged yet")}
    >
      <div class={`share tile ${sideClass(props.game.summary, 0)}`} style={{ height: `${part() * 100}%` }} />
    </div>
  );
}

/** The scores of the line, turn by turn; a click shows the place. */
export function EvaluationGraph() {
  const app = useApp();
  const line = createMemo(() => lineThrough(app.facts.tree(), app.facts.state()?.node ?? 0));
  const points = createMemo(() =>
    line().flatMap((node, index) => {
      const known = app.facts.scores().get(node.id);
      const x = line().length > 1 ? (index / (line().length - 1)) * 300 : 0;
      const y = 60 - 0.06 * (known?.score.points ?? 0);
      return known ? [{ node, x, y, text: sentence(known.score.text), nag: known.judgement?.nag }] : [];
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
        <For each={points()}>
          {({ node, x, text }) => (
            <rect
              x={x - 150 / line().length}
              y="0"
              width={300 / line().length}
              height="60"
              onClick={() => app.jump(node.id)}
            >
              <title>{`${node.number} ${node.text}: ${text}`}</title>
            </rect>
          )}
        </For>
      </svg>
    </Show>
  );
}
