/** Tells under the board what a click on the square pointed at would do. */

import { Show } from "solid-js";
import { targetInWords } from "../../entry/words";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";

export function EntryBar(props: { game: GameView; entering: Entering }) {
  const app = useApp();
  const board = () => app.facts.position()?.board ?? [];
  return (
    <div class="entry" role="group" aria-label="The turn being entered">
      <Show when={props.entering.pointed()}>
        {(target) => <p class="faint">{targetInWords(props.game, board(), target())}</p>}
      </Show>
    </div>
  );
}
