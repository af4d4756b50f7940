/** A piece that can be put on a board. */

import { Carried, createCarrying } from "../board/Carried";
import { TilePicture } from "../board/Tile";
import type { GameView } from "../protocol/protocol";
import { useApp } from "../state/app";

interface PaletteButtonProps {
  game: GameView;
  name: string;
  code: number;
  isBrush: boolean;
  choose(): void;
  drop(square: number, code: number): void;
  /** What the board stands in where a piece can be dropped; that of any board if missing. */
  within?: (() => Element | undefined) | undefined;
}

/** A piece of the palette: a click selects it for placing by clicks on the board; it can also be dragged there. */
export function PaletteButton(props: PaletteButtonProps) {
  const app = useApp();
  const carrying = createCarrying({
    // A finger scrolls the palette.
    canTake: (event) => event.pointerType !== "touch",
    within: () => props.within?.(),
    dropped: (square) => square !== undefined && props.drop(square, props.code),
  });
  const picture = (size: number) => (
    <TilePicture
      game={props.game}
      set={app.library.tileSet(props.game.summary.id)}
      code={props.code}
      up
      size={size}
    />
  );
  return (
    <>
      <button
        class="quiet"
        aria-pressed={props.isBrush}
        aria-label={props.name}
        title={props.name}
        {...carrying.listeners}
        onClick={(event) => {
          if (carrying.isClick(event)) props.choose();
        }}
      >
        {picture(40)}
      </button>
      <Carried by={carrying}>{picture(64)}</Carried>
    </>
  );
}
