/** The rules beside the pieces and the array, changed without typing: the forms show what the text says, and write it. */

import { type JSX, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { capitalized, sentence, t } from "../../../language/language";
import type { GameMistake, GameView } from "../../../protocol/protocol";
import type { EditorHandle } from "../text/TextEditor";
import type { Change } from "../text/change";
import { type Outline, pathOf } from "../text/outline";
import { createUndo } from "../text/undo";
import { EndingForm } from "./EndingForm";
import { HandForm } from "./HandForm";
import { PromotionForm } from "./PromotionForm";
import { RegionForm } from "./RegionForm";

interface RulesMakingProps {
  text: string;
  outline: Outline;
  game: GameView;
  /** What is wrong with the text, if that is known. */
  mistake: GameMistake | undefined;
  editor: () => EditorHandle | undefined;
}

export default function RulesMaking(props: RulesMakingProps) {
  const undo = createUndo(() => props.editor());
  const regions = createMemo(() =>
    props.outline.entries
      .map(pathOf)
      .filter((path) => path.length === 2 && path[0] === "regions")
      .map((path) => path[1] ?? ""),
  );

  function write(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    undo.note();
    props.editor()?.edit(changes, Math.min(...changes.map(({ from }) => from)));
  }

  return (
    <section
      class="workshop-rules"
      style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}
      aria-label={t("The rules")}
    >
      <Part title={t("Promotion")}>
        <PromotionForm {...props} regions={regions()} write={write} />
      </Part>
      <Part title={t("How it ends")}>
        <EndingForm {...props} regions={regions()} write={write} />
      </Part>
      <Part title={t("Regions of the board")}>
        <RegionForm {...props} write={write} />
      </Part>
      <Part title={t("Pieces in hand")}>
        <HandForm {...props} regions={regions()} write={write} />
      </Part>
      <Show when={props.mistake}>
        {(mistake) => (
          <p class="note" role="status">
            {t("Line {line}, column {column}: ", { line: mistake().line, column: mistake().column })}
            {capitalized(sentence(mistake().message))}
          </p>
        )}
      </Show>
      <undo.Button />
    </section>
  );
}

/** A form that is opened. */
function Part(props: { title: string; children: JSX.Element }) {
  const [isOpen, setOpen] = createSignal(false);
  let part!: HTMLDetailsElement;
  createEffect(on(isOpen, (is) => is && part.scrollIntoView({ block: "nearest" }), { defer: true }));
  return (
    <details ref={part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.title}</summary>
      <Show when={isOpen()}>{props.children}</Show>
    </details>
  );
}
