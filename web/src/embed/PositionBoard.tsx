/** A position to be looked at. Any arrangement will do, one that cannot be played as well. */

import { Show, createResource } from "solid-js";
import type { GameView } from "../protocol/protocol";
import { useApp } from "../state/app";
import { PERSONS } from "../state/newGame";
import { answer } from "../state/link";
import { arranged } from "../views/editor/arrangement";
import { Caption, Problem, StartingArray, Waiting } from "./parts";
import { SeenBoard } from "./SeenBoard";
import { sentence, t } from "../language/language";

export function PositionBoard(props: { game: GameView; text: string }) {
  const app = useApp();
  const [checked] = createResource(async () => {
    const game = props.game.summary.id;
    const arrangement = { type: "text" as const, text: props.text };
    const found = answer(await app.link.ask({ type: "check", game, arrangement }), "checked");
    // The turns of a position that can be played know what stands beside the board, too.
    const from = { type: "position" as const, text: props.text };
    if (found.problems.length === 0) await app.link.ask({ type: "start", game, players: PERSONS, from });
    return found;
  });
  const sideToMove = (side: number) => props.game.summary.sides[side] ?? "";
  return (
    <Show when={checked()} fallback={<Waiting />}>
      {(found) => (
        <Show
          when={found().position}
          fallback={
            <>
              <Problem>
                {t("The position cannot be read: {reason}.", {
                  reason: found()
                    .problems.map(({ message }) => sentence(message))
                    .join("; "),
                })}
              </Problem>
              <StartingArray game={props.game} />
            </>
          }
        >
          {(position) => {
            const { board, pairs } = arranged(props.game, found().pieces);
            const played = () => app.facts.position();
            return (
              <>
                <Caption game={props.game} parts={["editor", props.game.summary.id, position()]}>
                  {props.game.summary.name}{" "}
                  <small>{t("{side} to move", { side: sideToMove(found().side) })}</small>
                </Caption>
                <SeenBoard
                  game={props.game}
                  scene={{ board }}
                  pairs={[...pairs] as [number, number][]}
                  marks={played()?.marks}
                  turns={{ side: found().side, list: app.turns() }}
                />
              </>
            );
          }}
        </Show>
      )}
    </Show>
  );
}
