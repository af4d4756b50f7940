/** A board to be watched, or a part of it: turns are seen on it, none is entered. */

import { For, createMemo } from "solid-js";
import { Squares } from "../../board/Backdrop";
import { Pieces } from "../../board/Pieces";
import { type Scene, animate } from "../../board/scenes";
import { shapeOf } from "../../board/shape";
import { createTracker } from "../../board/tracker";
import { type Box, UNIT, cornerOf } from "../../board/viewport";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";

interface ShowBoardProps {
  game: GameView;
  scene: Scene;
  /** The squares of the last turn. */
  last: readonly number[];
  /** The part that is seen; all if missing. */
  seen?: Box;
  label: string;
  click: () => void;
}

export function ShowBoard(props: ShowBoardProps) {
  const app = useApp();
  const shape = createMemo(() => shapeOf(props.game));
  const seen = () => props.seen ?? { x: 0, y: 0, width: shape().files * UNIT, height: shape().ranks * UNIT };
  const corner = (square: number) => cornerOf(shape(), square, false);
  const tracker = createTracker();
  animate(() => props.scene, tracker);
  return (
    <svg
      viewBox={`${seen().x} ${seen().y} ${seen().width} ${seen().height}`}
      role="img"
      aria-label={props.label}
      onClick={() => props.click()}
    >
      <Squares game={props.game} shape={shape()} flipped={false} />
      <g class="last">
        <For each={props.last}>
          {(square) => <rect x={corner(square).x} y={corner(square).y} width={UNIT} height={UNIT} />}
        </For>
      </g>
      <Pieces
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        flipped={false}
        pieces={tracker.pieces()}
        place={(piece) => corner(piece.square())}
      />
    </svg>
  );
}
