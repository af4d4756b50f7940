/** The lines of an analysis, the best first. Each keeps its place and size while what stands in it changes. */

import { Index, Show } from "solid-js";
import { number, sentence, t } from "../../language/language";
import type { Thought } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { useTaking } from "./turns";

interface LinesProps {
  thought: Thought | undefined;
  /** How many lines are wanted. */
  count: number;
  entering: Entering;
}

export function Lines(props: LinesProps) {
  const { facts } = useApp();
  const take = useTaking(() => props.entering);
  /** Whether the lines are those of the position shown. */
  const isCurrent = () => props.thought?.node === facts.position()?.node;
  const slots = () => Array.from({ length: props.count }, (_, index) => props.thought?.lines[index]);
  return (
    <div class="thought" classList={{ past: !isCurrent() }}>
      <p class="faint">
        <Show when={props.thought} fallback={t("One moment …")}>
          {(now) => (
            <>
              {t("{depth} deep, {nodes} positions, {seconds} s", {
                depth: now().depth,
                nodes: inWords(now().nodes),
                seconds: number(now().ms / 1000, 1),
              })}
            </>
          )}
        </Show>
      </p>
      <ol class="lines">
        <Index each={slots()}>
          {(slot) => (
            <li>
              <Show when={slot()}>
                {(line) => (
                  <>
                    <span>
                      <strong>{sentence(line().score.text)}</strong>
                      <button
                        class="turn"
                        translate="no"
                        onClick={() => isCurrent() && void take(line().index)}
                      >
                        {line().turns[0]}
                      </button>
                    </span>
                    <span class="faint" translate="no" title={line().turns.join(" ")}>
                      {line().turns.slice(1).join(" ")}
                    </span>
                  </>
                )}
              </Show>
            </li>
          )}
        </Index>
      </ol>
    </div>
  );
}

/** Returns a number of positions with a unit. */
function inWords(nodes: number): string {
  if (nodes < 10_000) return number(nodes);
  return nodes < 10_000_000
    ? t("{count} thousand", { count: Math.round(nodes / 1000) })
    : t("{count} million", { count: number(nodes / 1_000_000, 1) });
}
