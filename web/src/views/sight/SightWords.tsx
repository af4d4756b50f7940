/** What is seen of a square, in words: why its piece can do nothing, and who could take there. */

import { For, Show } from "solid-js";
import { type Code, EMPTY, sideOf } from "../../board/piece";
import { nameOf, shapeOf } from "../../board/shape";
import { pieceName } from "../../entry/words";
import { listed, sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import type { Sight } from "./sight";

interface SightWordsProps {
  game: GameView;
  board: readonly Code[];
  sight: Sight;
}

export function SightWords(props: SightWordsProps) {
  const code = () => props.board[props.sight.square() ?? -1] ?? EMPTY;
  const name = (square: number) => nameOf(shapeOf(props.game), square);
  const pieces = (squares: readonly number[]) =>
    listed(squares.map((square) => `${pieceName(props.game, props.board[square] ?? EMPTY)} ${name(square)}`));
  const sides = () => props.sight.attackers();
  const of = (side: number) => sides()?.[side] ?? [];
  const isEmpty = () => code() === EMPTY;
  return (
    <Show when={props.sight.square()}>
      {(square) => (
        <div class="sight-words" aria-live="polite">
          <Show when={props.sight.idle()}>{(idle) => <p class="idle">{sentence(idle().reason)}</p>}</Show>
          <Show when={sides()}>
            <Show
              when={isEmpty()}
              fallback={
                <p>
                  {of(1 - sideOf(code())).length > 0
                    ? t("Can be taken by {pieces}.", { pieces: pieces(of(1 - sideOf(code()))) })
                    : t("Nothing can take it now.")}{" "}
                  {of(sideOf(code())).length > 0 &&
                    t("Guarded by {pieces}.", { pieces: pieces(of(sideOf(code()))) })}
                </p>
              }
            >
              <For each={[0, 1].filter((side) => of(side).length > 0)}>
                {(side) => (
                  <p>
                    {t("On {square} {side} could take with {pieces}.", {
                      square: name(square()),
                      side: props.game.summary.sides[side] ?? "",
                      pieces: pieces(of(side)),
                    })}
                  </p>
                )}
              </For>
              <Show when={of(0).length + of(1).length === 0}>
                <p>{t("On {square} no piece could take now.", { square: name(square()) })}</p>
              </Show>
            </Show>
          </Show>
        </div>
      )}
    </Show>
  );
}
