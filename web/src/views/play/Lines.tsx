/** The lines of an analysis, the best first. Each keeps its place and size while what stands in it changes. */

import { Index, Show } from "solid-js";
import { number, sentence, t } from "../../language/language";
import type { Thought } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { usePreviews } from "../preview/previews";
import { nextButton } from "./nextButton";
import { TurnTile } from "./TurnTile";
import { useTaking } from "./turns";

interface LinesProps {
  thought: Thought | undefined;
  /** How many lines are wanted. */
  count: number;
  entering: Entering;
}

export function Lines(props: LinesProps) {
  const app = useApp();
  const { facts } = app;
  const previews = usePreviews();
  const take = useTaking(() => props.entering);
  /** Whether the lines are those of the position shown. */
  const isCurrent = () => props.thought?.node === facts.position()?.node;
  /** Whether the person plays both sides: a line can be played out then. */
  const isMine = () => app.isMine(0) && app.isMine(1);
  /** Plays turns of a line, one after the other. */
  async function follow(turns: readonly string[]): Promise<void> {
    for (const text of turns) {
      const node = facts.position()?.node ?? 0;
      if (!(await app.ask({ type: "play", node, turn: { type: "typed", text } }))) return;
    }
  }
  /** The arrow keys go along a line, which the Tab key reaches at its first turn alone. */
  function key(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const next = nextButton(event.currentTarget, event.key);
    if (!next) return;
    next.focus();
    event.preventDefault();
  }
  /** The side that plays the turn of a line with this number, from 1 on. */
  const sideOf = (number: number) => ((facts.tree().get(props.thought?.node ?? 0)?.side ?? 1) + number) % 2;
  function TurnOfLine(of: { turns: readonly string[]; choose: () => void }) {
    const what = () => {
      const node = props.thought?.node;
      return node === undefined ? undefined : { node, turns: of.turns };
    };
    return (
      <button
        class="turn"
        translate="no"
        tabIndex={of.turns.length === 1 ? 0 : -1}
        {...previews.of(what)}
        onClick={(event) => {
          const found = what();
          if (of.turns.length > 1 && !isMine() && found)
            previews.show({ ...found, beside: event.currentTarget });
          of.choose();
        }}
      >
        <TurnTile text={of.turns.at(-1) ?? ""} side={sideOf(of.turns.length)} />
        {of.turns.at(-1)}
      </button>
    );
  }
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
            <li onKeyDown={key}>
              <Show when={slot()}>
                {(line) => (
                  <>
                    <span>
                      <strong>{sentence(line().score.text)}</strong>
                      <TurnOfLine
                        turns={line().turns.slice(0, 1)}
                        choose={() => isCurrent() && void take(line().index)}
                      />{" "}
                      <small class="faint" title={sentence(line().reason ?? "")}>
                        {sentence(line().reason ?? "")}
                      </small>
                    </span>
                    <span class="faint">
                      <Index each={line().turns.slice(1)}>
                        {(_, index) => (
                          <TurnOfLine
                            turns={line().turns.slice(0, index + 2)}
                            choose={() =>
                              isCurrent() && isMine() && void follow(line().turns.slice(0, index + 2))
                            }
                          />
                        )}
                      </Index>
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
