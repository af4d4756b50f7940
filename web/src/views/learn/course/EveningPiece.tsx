/** A piece of an evening: its tile, its sentence, what becomes of it, and its reach on a small board. */

import { For, Show } from "solid-js";
import { codeOf } from "../../../board/piece";
import { middleOf } from "../../../board/shape";
import { TilePicture } from "../../../board/Tile";
import { sentence, t } from "../../../language/language";
import type { GameView } from "../../../protocol/protocol";
import { href } from "../../../state/route";
import { LiveDiagram } from "../../guide/LiveDiagram";
import { PieceLink } from "../../guide/PieceLink";
import { WhenSeen } from "../../help/WhenSeen";
import { SHOWN } from "../cards/reach";

export function EveningPiece(props: { game: GameView; type: number }) {
  const type = () => props.game.types[props.type];
  return (
    <Show when={type()}>
      {(type) => (
        <article class="evening-piece">
          <div class="evening-piece-words">
            <TilePicture game={props.game} set="diagram" code={codeOf(props.type, 0)} up size={72} />
            <div>
              <h3>
                <a href={href("pieces", props.game.summary.id, type().id)}>{type().name}</a>
              </h3>
              <p>{type().description}</p>
              <Show when={type().promotesTo.length > 0}>
                <p class="evening-becomes">
                  <span class="faint">{t("Promotes to")}</span>
                  <For each={type().promotesTo}>
                    {({ to, when }) => (
                      <span>
                        <PieceLink game={props.game} type={to} side={0} /> {when && sentence(when)}
                      </span>
                    )}
                  </For>
                </p>
              </Show>
            </div>
          </div>
          <WhenSeen>
            <LiveDiagram
              game={props.game}
              type={props.type}
              side={0}
              at={middleOf(props.game.summary)}
              reach={SHOWN}
            />
          </WhenSeen>
        </article>
      )}
    </Show>
  );
}
