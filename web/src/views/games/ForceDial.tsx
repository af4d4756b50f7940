/** The strength of the engine, chosen on the scale of the wind: a slider that says what each force means. */

import { For, Show } from "solid-js";
import { t } from "../../language/language";
import type { LevelView } from "../../protocol/protocol";
import { forceName, usualSeconds } from "../force";
import "../../style/force.css";

interface ForceDialProps {
  /** The levels, the gentlest first. */
  levels: readonly LevelView[];
  chosen: LevelView | undefined;
  choose: (level: LevelView) => void;
}

export function ForceDial(props: ForceDialProps) {
  const index = () => props.levels.findIndex(({ id }) => id === props.chosen?.id);
  return (
    <Show when={props.chosen}>
      {(level) => (
        <div class="force-dial">
          <p class="force-name" aria-hidden="true">
            {forceName(level())}
          </p>
          <input
            type="range"
            min="0"
            max={props.levels.length - 1}
            value={index()}
            aria-label={t("Its strength")}
            aria-valuetext={`${forceName(level())}. ${level().description}`}
            onInput={({ currentTarget }) => {
              const next = props.levels[currentTarget.valueAsNumber];
              if (next) props.choose(next);
            }}
          />
          <div class="force-scale" aria-hidden="true">
            <For each={props.levels}>
              {(one) => <span classList={{ on: one.id === level().id }}>{one.force}</span>}
            </For>
          </div>
          <div class="force-words">
            <p class="hint">{level().description}</p>
            <Show when={level().maxNodes}>
              {(nodes) => (
                <p class="hint">
                  {t(
                    "It stops after {nodes} positions and seldom takes longer than {seconds} s. More time would not make it stronger.",
                    { nodes: nodes(), seconds: usualSeconds(nodes()) },
                  )}
                </p>
              )}
            </Show>
          </div>
        </div>
      )}
    </Show>
  );
}
