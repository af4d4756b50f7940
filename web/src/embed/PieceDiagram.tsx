/** How a piece moves, to be tried. */

import { Show } from "solid-js";
import type { GameView } from "../protocol/protocol";
import { LiveDiagram } from "../views/guide/LiveDiagram";
import { Caption, Problem, StartingArray } from "./parts";
import { t } from "../language/language";
import { isCalled } from "../language/views";

export function PieceDiagram(props: { game: GameView; name: string }) {
  const found = () => {
    const { types } = props.game;
    const byId = types.findIndex(({ id }) => id === props.name);
    return byId >= 0 ? byId : types.findIndex((type) => isCalled(type, props.name));
  };
  const type = () => props.game.types[found()];
  return (
    <Show
      when={type()}
      fallback={
        <>
          <Problem>
            {t("{game} has no piece “{piece}”.", { game: props.game.summary.name, piece: props.name })}
          </Problem>
          <StartingArray game={props.game} />
        </>
      }
    >
      {(type) => (
        <>
          <Caption game={props.game} parts={["pieces", props.game.summary.id, type().id]}>
            {type().name} <small translate="no">{type().notation}</small>
          </Caption>
          <Show when={type().standing !== "nowhere"}>
            <LiveDiagram game={props.game} type={found()} side={0} />
          </Show>
          <p class="description">{type().description}</p>
        </>
      )}
    </Show>
  );
}
