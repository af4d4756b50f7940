/** A game in the making as it can be played: its array, the tiles of its pieces, and one of them with a board to try it on. */

import { For, type JSX, Show, createEffect } from "solid-js";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import PiecePage from "../guide/PiecePage";
import { ArrayBoard, type Brush } from "./array/ArrayBoard";
import type { EditorHandle } from "./text/TextEditor";
import type { Outline } from "./text/outline";

interface LiveProps {
  game: GameView;
  /** The text of the file, which may be newer than the game. */
  text: string;
  outline: Outline;
  editor: () => EditorHandle | undefined;
  /** What a click puts on the board; missing while the array is only looked at. */
  brush: Brush | undefined;
  setBrush: (brush: Brush | undefined) => void;
  /** The piece that is shown. */
  piece: number | undefined;
  /** Whether the text has been changed since and cannot be played as it is. */
  isOld: boolean;
  choose: (type: number) => void;
  /** What changes the rules, below the board. */
  rules: JSX.Element;
  /** What changes the pieces, below their tiles. */
  children: JSX.Element;
}

export function Live(props: LiveProps) {
  const app = useApp();
  const set = () => app.library.tileSet(props.game.summary.id);
  const type = () => props.game.types[props.piece ?? -1];
  /** What a board for trying depends on: the arrangement on it stays as long as that is the same. */
  const trying = () => {
    const { types, summary } = props.game;
    const pieces = types.map(({ id }) => id).join(" ");
    return props.piece === undefined ? [] : [`${summary.files}×${summary.ranks} ${props.piece} ${pieces}`];
  };
  let tiles!: HTMLUListElement;
  // Where there are many, the chosen one is among those that are seen.
  createEffect(() => {
    const tile = tiles.children[props.piece ?? 0];
    if (!(tile instanceof HTMLElement)) return;
    const top = tile.offsetTop - tiles.offsetTop;
    const isSeen = top >= tiles.scrollTop && top + tile.offsetHeight <= tiles.scrollTop + tiles.clientHeight;
    if (!isSeen) tiles.scrollTop = top;
  });
  return (
    <div class="workshop-live">
      <Show when={props.isOld}>
        <p class="note" role="status">
          {t("This is the game before the last changes: as it is now, the text cannot be played.")}
        </p>
      </Show>
      <ArrayBoard
        game={props.game}
        text={props.text}
        outline={props.outline}
        editor={props.editor}
        piece={props.piece}
        brush={props.brush}
        setBrush={props.setBrush}
        choose={props.choose}
      />
      <div class="workshop-side">
        {props.rules}
        <section class="workshop-piece" aria-label={t("The piece")}>
          <ul ref={tiles} class="workshop-tiles" aria-label={t("The pieces")}>
            <For each={props.game.types}>
              {(one, index) => (
                <li>
                  <button
                    class="quiet"
                    aria-pressed={index() === props.piece}
                    aria-label={one.name}
                    title={one.name}
                    onClick={() => props.choose(index())}
                  >
                    <TilePicture game={props.game} set={set()} code={codeOf(index(), 0)} up size={36} />
                  </button>
                </li>
              )}
            </For>
          </ul>
          <h2>{type()?.name}</h2>
          {props.children}
          <For each={trying()}>
            {() => <PiecePage game={props.game} type={props.piece ?? 0} side={0} isBrief />}
          </For>
        </section>
      </div>
    </div>
  );
}
