/** A piece in a text: its tile and its name, which lead to its page. */

import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";

export function PieceLink(props: { game: GameView; type: number; side: number }) {
  const app = useApp();
  const type = () => props.game.types[props.type];
  return (
    <a class="piece-link" href={href("pieces", props.game.summary.id, type()?.id ?? "")}>
      <TilePicture
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        code={codeOf(props.type, props.side)}
        up
        size={30}
      />
      {type()?.name}
    </a>
  );
}
