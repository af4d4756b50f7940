/** How a piece moves, to be tried. */

import { Show } from "solid-js";
import type { GameView } from "../protocol/protocol";
import { LiveDiagram } from "../views/guide/LiveDiagram";
import { Caption, Problem, StartingArray } from "./parts";

export function PieceDiagram(props: { game: GameView; name: string }) {
  const found = () => {
    const wanted = props.name.toLowerCase();
    const { types } = props.game;
    const byId = types.findIndex(({ id }) => id === props.name);
    return byId >= 0
      ? byId
      : types.findIndex(({ id, name }) => [name, id].some((word) => word.toLowerCase() === wanted));
  };
  const type = () => props.game.types[found()];
  return (
    <Show
      when={type()}
      fallback={
        <>
          <Problem>
            {props.game.summary.name} has no piece <q>{props.name}</q>.
          </Problem>
          <StartingArray game={props.game} />
        </>
      }
    >
      {(type) => (
        <>
          <Caption parts={["pieces", props.game.summary.id, type().id]}>
            {type().name} <small>{type().notation}</small>
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
