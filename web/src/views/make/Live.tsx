/** A game in the making as it can be played: its array, the tiles of its pieces, and one of them with a board to try it on. */

import { For, type JSX, Show, createEffect } from "solid-js";
import { Board } from "../../board/Board";
import { EMPTY, codeOf, typeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { plural, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import PiecePage from "../guide/PiecePage";

interface LiveProps {
  game: GameView;
  /** The piece that is shown. */
  piece: number | undefined;
  /** Whether the text has been changed since and cannot be played as it is. */
  isOld: boolean;
  choose: (type: number) => void;
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
      <section
        class="workshop-board"
        style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}
        aria-label={t("The board")}
      >
        <Board
          scrolls
          game={props.game}
          set={set()}
          scene={{ board: props.game.summary.start }}
          label={t("The array of {game}", { game: props.game.summary.name })}
          onClick={(square) => {
            const code = props.game.summary.start[square] ?? EMPTY;
            if (props.game.types[typeOf(code)]) props.choose(typeOf(code));
          }}
        />
        <p class="facts">
          {props.game.summary.files} × {props.game.summary.ranks},{" "}
          {plural(props.game.types.length, "{count} kind of piece", "{count} kinds of pieces")}
        </p>
      </section>
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
  );
}
