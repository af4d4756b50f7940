/** What the engine thinks: lines of the position shown, and a review of the whole game. */

import { For, Show } from "solid-js";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { EvaluationGraph } from "./Evaluation";

/** How long a review thinks about each position, in milliseconds. */
const REVIEW = 400;
/** How many turns of a line are shown. */
const SHOWN = 8;

export function Analysis(props: { game: GameView; entering: Entering }) {
  const app = useApp();
  const { ask, facts } = app;
  const state = facts.state;
  const review = facts.review;
  const best = () => facts.scores().get(state()?.node ?? -1);
  return (
    <div class="analysis">
      <label class="switch">
        <input
          type="checkbox"
          checked={state()?.analysing ?? false}
          onChange={(event) => void ask({ type: "analyse", on: event.currentTarget.checked, lines: 3 })}
        />
        Analyse this position
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={app.settings.evaluation}
          onChange={(event) => app.set("evaluation", event.currentTarget.checked)}
        />
        Evaluation bar
      </label>
      <Show when={facts.analysis() ?? facts.thinking()}>
        {(thought) => (
          <>
            <p class="faint">
              {thought().depth} deep, {Math.round(thought().nodes / 1000)} thousand positions,{" "}
              {(thought().ms / 1000).toFixed(1)} s
            </p>
            <ol class="lines">
              <For each={thought().lines}>
                {(line) => (
                  <li>
                    <strong>{line.score.text}</strong>
                    <button
                      class="turn"
                      onClick={() => {
                        const position = facts.position();
                        const turn = position?.turns[line.index];
                        if (turn && thought().node === position.node) props.entering.take(turn);
                      }}
                    >
                      {line.turns[0]}
                    </button>{" "}
                    <span>{line.turns.slice(1, SHOWN).join(" ")}</span>
                  </li>
                )}
              </For>
            </ol>
          </>
        )}
      </Show>
      <Show when={best()?.best}>
        {(turn) => (
          <p>
            Here the engine would play <strong>{turn()}</strong> ({best()?.score.text}).
          </p>
        )}
      </Show>
      <section>
        <h2>The whole game</h2>
        <EvaluationGraph />
        <Show
          when={state()?.reviewing}
          fallback={
            <button disabled={facts.tree().size < 2} onClick={() => void ask({ type: "review", ms: REVIEW })}>
              Review the game
            </button>
          }
        >
          <label class="progress">
            Reviewing, {review()?.done ?? 0} of {review()?.total ?? 0}
            <progress max={review()?.total ?? 1} value={review()?.done ?? 0} />
          </label>
          <button class="quiet" onClick={() => void ask({ type: "stopReview" })}>
            Stop
          </button>
        </Show>
      </section>
    </div>
  );
}
