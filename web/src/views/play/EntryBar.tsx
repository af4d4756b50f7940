/** What is asked while a turn is entered: which of several ways, whether to go on, whether to play it. */

import { For, Match, Show, Switch } from "solid-js";
import { EMPTY, codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { choiceLabels, questionOf, targetInWords } from "../../entry/words";
import type { GameView, StepView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { focusSoon } from "../focus";

/** Of more choices than this only the pictures are shown. */
const MANY = 6;

export function EntryBar(props: { game: GameView; entering: Entering }) {
  const app = useApp();
  const entry = () => props.entering.entry();
  const labels = () => choiceLabels(props.game, entry().choices);
  /** The piece that the step leaves behind, to be shown beside the choice. */
  const result = (step: StepView) =>
    step.kind === "place" && step.promotion !== undefined
      ? codeOf(step.promotion, app.facts.position()?.side ?? 0)
      : (step.changes.find(([square]) => square === step.to)?.[2] ?? EMPTY);
  return (
    <div class="entry" role="group" aria-label="The turn being entered">
      <Switch
        fallback={
          <Show when={props.entering.pointed()}>
            {(target) => (
              <p class="faint">{targetInWords(props.game, app.facts.position()?.board ?? [], target())}</p>
            )}
          </Show>
        }
      >
        <Match when={entry().choices.length > 0}>
          <div class="choices" classList={{ many: entry().choices.length > MANY }}>
            <For each={entry().choices}>
              {(choice, index) => (
                <button
                  title={labels()[index()] ?? ""}
                  onClick={() => props.entering.choose(choice)}
                  onPointerEnter={() => props.entering.pointAtChoice(choice)}
                  onPointerLeave={() => props.entering.pointAtChoice(undefined)}
                  onFocus={() => props.entering.pointAtChoice(choice)}
                  ref={(button) => {
                    if (index() === 0) focusSoon(button);
                  }}
                >
                  <Show when={result(choice.step) !== EMPTY && result(choice.step)}>
                    {(code) => (
                      <TilePicture
                        game={props.game}
                        set={app.tileSet(props.game.summary.id)}
                        code={code()}
                        up
                        size={34}
                      />
                    )}
                  </Show>
                  <span class="words">{labels()[index()]}</span>
                </button>
              )}
            </For>
            <button class="quiet" onClick={() => props.entering.cancel()}>
              Cancel
            </button>
          </div>
        </Match>
        <Match when={props.entering.isPending()}>
          <div class="choices">
            <button class="primary" onClick={() => props.entering.confirm()} ref={focusSoon}>
              Play {entry().complete?.text}
            </button>
            <button class="quiet" onClick={() => props.entering.cancel()}>
              Cancel
            </button>
          </div>
        </Match>
        <Match when={questionOf(entry())}>
          {(question) => (
            <p>
              {question()}{" "}
              <button class="quiet" onClick={() => props.entering.cancel()}>
                Cancel
              </button>
            </p>
          )}
        </Match>
        <Match when={entry().settled.length > 0 && !entry().complete}>
          <div class="choices">
            <span>A second step?</span>
            <Show when={entry().finish}>
              <button class="primary" onClick={() => props.entering.finish()}>
                No, end the turn
              </button>
            </Show>
            <button class="quiet" onClick={() => props.entering.cancel()}>
              Cancel
            </button>
          </div>
        </Match>
      </Switch>
    </div>
  );
}
