/** The board of a game in the making: its array, which can be changed by clicks and drags. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../../board/Board";
import { EMPTY, codeOf, typeOf } from "../../../board/piece";
import { plural, t } from "../../../language/language";
import type { GameView } from "../../../protocol/protocol";
import { useApp } from "../../../state/app";
import { PaletteButton } from "../../PaletteButton";
import { SideSegments } from "../../SideSegments";
import type { EditorHandle } from "../text/TextEditor";
import type { Outline } from "../text/outline";
import { createUndo } from "../text/undo";
import { type Put, armiesDiffer, arrayChanges, boardIn } from "./array";

/** What a click puts on a square: a piece by its type, or nothing. */
export type Brush = number | "eraser";

interface ArrayBoardProps {
  game: GameView;
  /** The text of the file, which may be newer than the game. */
  text: string;
  outline: Outline;
  editor: () => EditorHandle | undefined;
  /** The piece that is shown beside it. */
  piece: number | undefined;
  /** What a click puts on the board; missing while the array is only looked at. */
  brush: Brush | undefined;
  setBrush: (brush: Brush | undefined) => void;
  /** A piece has been chosen to be looked at. */
  choose: (type: number) => void;
}

export function ArrayBoard(props: ArrayBoardProps) {
  const app = useApp();
  const [side, setSide] = createSignal(0);
  /** The changes of the array. */
  const undo = createUndo(() => props.editor());
  let frame!: HTMLElement;

  const isArranging = createMemo(() => props.brush !== undefined);
  // It may be begun from the piece below.
  createEffect(on(isArranging, (is) => is && frame.scrollIntoView({ block: "start" }), { defer: true }));
  /** The board as the text says it, while it is changed. */
  const said = createMemo(() => (isArranging() ? boardIn(props.outline, props.text, props.game) : undefined));
  const board = () => said() ?? props.game.summary.start;
  const areTold = createMemo(() => isArranging() && armiesDiffer(props.outline, props.text, props.game));
  /** The side whose piece a click puts on a square: where one army follows from the other, the one whose half it is. */
  const sideAt = (square: number) =>
    areTold()
      ? side()
      : Number(Math.floor(square / props.game.summary.files) >= props.game.summary.ranks / 2);
  const codeAt = (square: number, brush: Brush) =>
    brush === "eraser" ? EMPTY : codeOf(brush, sideAt(square));

  const firstBrush = (): Brush => {
    const piece = props.piece ?? 0;
    return props.game.types[piece]?.standing === undefined ? piece : "eraser";
  };

  function write(...puts: Put[]): void {
    if (!said()) return;
    undo.note();
    props.editor()?.edit(arrayChanges(props.outline, props.text, props.game, puts), undefined);
  }

  function click(square: number): void {
    const now = board()[square] ?? EMPTY;
    if (props.brush === undefined) {
      if (props.game.types[typeOf(now)]) props.choose(typeOf(now));
      return;
    }
    const code = codeAt(square, props.brush);
    write([square, now === code ? EMPTY : code]);
  }

  function move(from: number, to: number | undefined): void {
    const code = board()[from] ?? EMPTY;
    if (to === undefined) write([from, EMPTY]);
    else if (to !== from) write([from, EMPTY], [to, areTold() ? code : codeAt(to, typeOf(code))]);
  }

  return (
    <section
      ref={frame}
      class="workshop-board"
      style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}
      aria-label={t("The board")}
    >
      <Board
        scrolls
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        scene={{ board: board() }}
        label={t("The array of {game}", { game: props.game.summary.name })}
        canDrag={(square) => isArranging() && typeOf(board()[square] ?? EMPTY) >= 0}
        onClick={click}
        onDrop={move}
      />
      <div class="row array-facts">
        <span class="facts">
          {props.game.summary.files} × {props.game.summary.ranks},{" "}
          {plural(props.game.types.length, "{count} kind of piece", "{count} kinds of pieces")}
        </span>
        <button
          class="small"
          aria-pressed={isArranging()}
          onClick={() => {
            undo.forget();
            props.setBrush(isArranging() ? undefined : firstBrush());
          }}
        >
          {t("Change the array")}
        </button>
      </div>
      <Show when={isArranging()}>
        <p class="array-hint" role="status">
          {said()
            ? t("Choose a piece and click squares, or drag pieces. A second click takes a piece away.")
            : t("The ranks of the array do not fit the board: mend them in the text.")}
        </p>
        <div class="row">
          <button
            class="small"
            aria-pressed={props.brush === "eraser"}
            onClick={() => props.setBrush("eraser")}
          >
            {t("Eraser")}
          </button>
          <Show when={areTold()}>
            <SideSegments game={props.game} label={t("Pieces of")} side={side()} choose={setSide} />
          </Show>
          <undo.Button />
        </div>
        <div class="palette" role="group" aria-label={t("Pieces to place")}>
          <For each={props.game.types}>
            {(type, index) => (
              <Show when={type.standing === undefined}>
                <PaletteButton
                  game={props.game}
                  name={type.name}
                  code={codeOf(index(), areTold() ? side() : 0)}
                  isBrush={props.brush === index()}
                  choose={() => props.setBrush(index())}
                  drop={(square) => write([square, codeAt(square, index())])}
                  within={() => frame}
                />
              </Show>
            )}
          </For>
        </div>
      </Show>
    </section>
  );
}
