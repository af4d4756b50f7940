/** All pieces of a game, and what becomes of them. */

import { For, Show } from "solid-js";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { listed, t } from "../../language/language";

/** Above this number of promotions a piece lists their names alone. */
const FEW = 2;

export function PieceTable(props: { game: GameView }) {
  const types = () => props.game.types;
  const rows = () => {
    const rows = types().map((type, index) => ({
      type,
      index,
      becomes: type.promotesTo.map(({ to }) => to),
    }));
    const beside = new Set(
      rows.filter(({ type }) => type.starts.length > 0).flatMap(({ becomes }) => besides(becomes)),
    );
    return rows.filter(({ type, index }) => type.starts.length > 0 || !beside.has(index));
  };
  return (
    <ul class="piece-table">
      <For each={rows()}>
        {({ index, becomes }) => (
          <li>
            <Entry game={props.game} type={index} />
            <div class="becomes">
              <For each={besides(becomes)}>{(type) => <Entry game={props.game} type={type} />}</For>
              <Show when={becomes.length > FEW}>
                <p class="faint">
                  {t("Becomes {pieces}", {
                    pieces: listed(
                      becomes.map((type) => types()[type]?.name ?? ""),
                      "unit",
                    ),
                  })}
                </p>
              </Show>
            </div>
          </li>
        )}
      </For>
    </ul>
  );
}

/** The pieces that are shown next to the piece that promotes to them. */
function besides(becomes: number[]): number[] {
  return becomes.length > FEW ? [] : becomes;
}

function Entry(props: { game: GameView; type: number }) {
  const app = useApp();
  const type = () => props.game.types[props.type];
  return (
    <div class="entry-of-piece">
      <TilePicture
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        code={codeOf(props.type, 0)}
        up
        size={44}
      />
      <p>
        <a href={href("pieces", props.game.summary.id, type()?.id ?? "")}>{type()?.name}</a>{" "}
        {type()?.description || <code translate="no">{type()?.notation}</code>}
      </p>
    </div>
  );
}
