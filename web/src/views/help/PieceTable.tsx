/** All pieces of a game with which one starts, and what becomes of them. */

import { For, Show } from "solid-js";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";

export function PieceTable(props: { game: GameView }) {
  const rows = () =>
    props.game.types
      .map((type, index) => ({ type, index }))
      .filter(({ type }) => type.starts.length > 0)
      .map(({ type, index }) => ({ index, becomes: type.promotesTo.map(({ to }) => to) }));
  return (
    <ul class="piece-table">
      <For each={rows()}>
        {({ index, becomes }) => (
          <li>
            <Entry game={props.game} type={index} />
            <Show when={becomes.length > 0}>
              <div class="becomes">
                <For each={becomes}>{(type) => <Entry game={props.game} type={type} />}</For>
              </div>
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}

function Entry(props: { game: GameView; type: number }) {
  const app = useApp();
  const type = () => props.game.types[props.type];
  return (
    <div class="entry-of-piece">
      <TilePicture game={props.game} set={app.settings.tiles} code={codeOf(props.type, 0)} up size={44} />
      <p>
        <a href={href("pieces", props.game.summary.id, type()?.id ?? "")}>{type()?.name}</a>{" "}
        {type()?.description}
      </p>
    </div>
  );
}
