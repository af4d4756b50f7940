/** What is wrong with a game file, and what would be right; each leads to its place. */

import { For, Show } from "solid-js";
import { capitalized, plural, sentence, t } from "../../language/language";
import type { GameMistake, Phrase } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { rangeOf, shownFix } from "./text/places";

interface MistakeListProps {
  /** The text that has the mistakes. */
  text: string;
  mistakes: readonly GameMistake[];
  /** Whether the text has been read. */
  isRead: boolean;
  /** Why it cannot be read for the time being. */
  trouble: Phrase | undefined;
  go: (from: number, to: number) => void;
  replace: (from: number, to: number, by: string) => void;
}

export function MistakeList(props: MistakeListProps) {
  const app = useApp();
  const summary = () => {
    if (props.trouble !== undefined)
      return t("It cannot be read at present: {reason}.", { reason: sentence(props.trouble) });
    if (!props.isRead) return t("One moment …");
    const count = props.mistakes.length;
    return count === 0
      ? t("No mistakes: it can be played.")
      : plural(count, "{count} mistake", "{count} mistakes");
  };
  return (
    <section
      class="workshop-mistakes"
      classList={{ some: props.mistakes.length > 0 }}
      aria-label={t("Mistakes")}
    >
      <p role="status">{summary()}</p>
      <Show
        when={props.mistakes.length > 0}
        fallback={
          <Show when={!app.isTouch}>
            <p class="hint">
              {t(
                "Point at a word to read what it means. Ctrl and the space bar propose what can stand there.",
              )}
            </p>
          </Show>
        }
      >
        <ul>
          <For each={props.mistakes}>
            {(mistake) => {
              const range = () => rangeOf(props.text, mistake);
              const place = () =>
                mistake.file === undefined
                  ? t("Line {line}", { line: mistake.line })
                  : t("{file}, line {line}", { file: mistake.file, line: mistake.line });
              return (
                <li>
                  <Show when={range()} fallback={<span class="place">{place()}</span>}>
                    {(range) => (
                      <button class="quiet small place" onClick={() => props.go(...range())}>
                        {place()}
                      </button>
                    )}
                  </Show>
                  <span>
                    {sentence(mistake.message)}
                    {/* A correction says the same. */}
                    <Show when={mistake.fix === undefined && mistake.hint}>
                      {(hint) => <small>{capitalized(sentence(hint()))}</small>}
                    </Show>
                  </span>
                  <Show when={mistake.fix !== undefined && range()}>
                    {(range) => (
                      <button class="small" onClick={() => props.replace(...range(), mistake.fix ?? "")}>
                        {t("Replace by “{text}”", { text: shownFix(mistake.fix ?? "") })}
                      </button>
                    )}
                  </Show>
                </li>
              );
            }}
          </For>
        </ul>
      </Show>
    </section>
  );
}
