/** A small board that floats beside what is pointed at. It is a picture of what stands there in words. */

import { Show, createEffect, createSignal, onCleanup } from "solid-js";
import { Portal } from "solid-js/web";
import { placeBeside } from "../../board/beside";
import { boardAfter, stagesOf } from "../../board/stages";
import type { GameView, TurnView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { MiniBoard } from "../games/MiniBoard";
import type { Wanted } from "./previews";
import "../../style/preview.css";

/** The room that is kept to the edges of the window, in pixels. */
const EDGE = 8;
/** The width of a square where there is room, and the most of the window's width that a board takes. */
const SQUARE = 22;
const MAX_SHARE = 0.45;

interface Shown {
  wanted: Wanted;
  board: readonly number[];
  last: readonly number[];
}

export default function Preview(props: { game: GameView; flipped: boolean; wanted: Wanted }) {
  const app = useApp();
  const [shown, setShown] = createSignal<Shown>();
  createEffect(() => {
    const wanted = props.wanted;
    let isStill = true;
    // The preview may be gone when the answer comes; its properties must not be read then.
    onCleanup(() => (isStill = false));
    void look(wanted, () => isStill);
  });
  async function look(wanted: Wanted, isStill: () => boolean): Promise<void> {
    const events = await app.askQuietly({
      type: "line",
      node: wanted.node,
      turns: [...(wanted.turns ?? [])],
    });
    if (!events || !isStill()) return;
    const told = answer(events, "line");
    const after = (before: readonly number[], turn: TurnView) => boardAfter(before, stagesOf(turn));
    const board = told.turns.reduce(after, told.board);
    const last = told.turns.at(-1) ?? told.last;
    setShown({ wanted, board, last: last?.steps.flatMap(({ from, to }) => [from, to]) ?? [] });
  }
  const place = (wanted: Wanted) => {
    const { clientWidth, clientHeight } = document.documentElement;
    const { files, ranks } = props.game.summary;
    const width = Math.min(
      files * SQUARE,
      clientWidth * MAX_SHARE,
      ((clientHeight - 2 * EDGE) * files) / ranks,
    );
    const panel = wanted.beside.closest(".panel, .side") ?? wanted.beside;
    const { x, y } = placeBeside({
      square: wanted.beside.getBoundingClientRect(),
      width,
      height: (width * ranks) / files,
      clear: [panel.getBoundingClientRect()],
      bounds: { x: EDGE, y: EDGE, width: clientWidth - 2 * EDGE, height: clientHeight - 2 * EDGE },
    });
    return { left: `${x}px`, top: `${y}px`, width: `${width}px` };
  };
  return (
    <Show when={shown()}>
      {(now) => (
        <Portal>
          <div class="preview" aria-hidden="true" style={place(now().wanted)}>
            <MiniBoard
              game={props.game.summary}
              view={props.game}
              board={now().board}
              last={now().last}
              flipped={props.flipped}
            />
          </div>
        </Portal>
      )}
    </Show>
  );
}
