/** The header of a row of a table: a piece with its tile, which leads to its page. */

import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import type { GameView, TypeView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";

interface PieceNameProps {
  game: GameView;
  /** The type with its index. */
  index: number;
  type: TypeView;
}

export function PieceName(props: PieceNameProps) {
  const app = useApp();
  const id = () => props.game.summary.id;
  return (
    <th scope="row">
      <a href={href("pieces", id(), props.type.id)}>
        <TilePicture
          game={props.game}
          set={app.library.tileSet(id())}
          code={codeOf(props.index, 0)}
          up
          size={28}
        />
        {props.type.name}
      </a>
    </th>
  );
}
