/** What is seen of a square, drawn on the board: where its piece could act, and who could take there. */

import { For, Show } from "solid-js";
import { Marks } from "../../board/Marks";
import { Arrow, type Corner, SquareFrames, Squares } from "../../board/overlay";
import { type Code, EMPTY, sideOf } from "../../board/piece";
import { shapeOf } from "../../board/shape";
import { UNIT, cornerOf } from "../../board/viewport";
import type { GameView, TileSet } from "../../protocol/protocol";
import type { Sight } from "./sight";
import "../../style/sight.css";

interface SightPictureProps {
  game: GameView;
  set: TileSet;
  board: readonly Code[];
  flipped: boolean;
  layer: "under" | "over";
  sight: Sight;
}

export function SightPicture(props: SightPictureProps) {
  const corner: Corner = (square) => cornerOf(shapeOf(props.game), square, props.flipped);
  const middle = (square: number) => ({ x: corner(square).x + UNIT / 2, y: corner(square).y + UNIT / 2 });
  const codeAt = (square: number) => props.board[square] ?? EMPTY;
  const reached = () => props.sight.targets().map(({ square }) => square);
  /** Whether the pieces of a side would take back there: they have broken frames, and no arrows. */
  const isGuard = (square: number, side: number) =>
    codeAt(square) !== EMPTY && sideOf(codeAt(square)) === side;
  return (
    <Show
      when={props.layer === "over"}
      fallback={
        <g class="sight">
          <Squares squares={props.sight.second()} corner={corner} kind="second-step" />
          <Squares squares={reached()} corner={corner} kind="reached" />
        </g>
      }
    >
      <g class="sight">
        <Marks
          game={props.game}
          set={props.set}
          targets={props.sight.targets()}
          ghosts={[]}
          isSeen
          corner={corner}
          isOccupied={(square) => codeAt(square) !== EMPTY}
          flipped={props.flipped}
        />
        <SquareFrames squares={props.sight.idle()?.by ?? []} corner={corner} kind="attacker" />
        <Show when={props.sight.square()}>
          {(square) => (
            <>
              <SquareFrames squares={[square()]} corner={corner} kind="looked-at" />
              <For each={props.sight.attackers() ?? []}>
                {(squares, side) => (
                  <Show
                    when={!isGuard(square(), side())}
                    fallback={<SquareFrames squares={squares} corner={corner} kind="guard" />}
                  >
                    <SquareFrames squares={squares} corner={corner} kind="attacker" />
                    <For each={squares}>
                      {(from) => <Arrow from={middle(from)} to={middle(square())} kind="attacker" />}
                    </For>
                  </Show>
                )}
              </For>
            </>
          )}
        </Show>
      </g>
    </Show>
  );
}
