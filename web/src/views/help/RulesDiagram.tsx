/** A diagram of the rules: a board on which what the text says can be tried. */

import { For, Show } from "solid-js";
import { codeOf } from "../../board/piece";
import { nameOf, shapeOf, squaresOf } from "../../board/shape";
import type { GameView } from "../../protocol/protocol";
import { href } from "../../state/route";
import { LiveDiagram } from "../guide/LiveDiagram";
import { WhenSeen } from "./WhenSeen";
import type { Diagram } from "./rules/text";

export function RulesDiagram(props: { game: GameView; diagram: Diagram }) {
  const setting = () => arrange(props.game, props.diagram);
  return (
    <Show when={setting()}>
      {(setting) => (
        <section class="example">
          <div class="example-words">
            <h3>{props.diagram.title}</h3>
            <p>{props.diagram.says}</p>
            <p class="links">
              <For each={friends(props.diagram)}>
                {(id) => (
                  <a href={href("pieces", props.game.summary.id, id)}>
                    {props.game.types.find((type) => type.id === id)?.name}
                  </a>
                )}
              </For>
            </p>
          </div>
          <WhenSeen>
            <LiveDiagram game={props.game} side={0} reach={props.diagram.reach ?? 3} {...setting()} />
          </WhenSeen>
        </section>
      )}
    </Show>
  );
}

/** Returns the ids of the pieces that a diagram is about: the one that moves, and those that have a part in it. */
function friends({ piece, others }: Diagram): string[] {
  const ids = Object.values(others ?? {}).map((text) => text.slice(1, -1));
  return [...new Set([piece, ...ids])].filter((id) => id === piece || !EXTRAS.has(id));
}

/** What stands in diagrams to be taken or pushed. */
const EXTRAS = new Set(["P", "N", "R", "Q", "K"]);

/** Returns what stands where in a diagram; nothing if an older game has not all of its pieces. */
function arrange(game: GameView, diagram: Diagram) {
  const shape = shapeOf(game);
  const squares = new Map(squaresOf(shape).map((square) => [nameOf(shape, square), square]));
  const type = game.types.findIndex(({ id }) => id === diagram.piece);
  const at = squares.get(diagram.at);
  const others = new Map<number, number>();
  for (const [name, text] of Object.entries(diagram.others ?? {})) {
    const square = squares.get(name);
    const other = game.types.findIndex(({ id }) => id === text.slice(1, -1));
    if (square === undefined || other < 0) return undefined;
    others.set(square, codeOf(other, text.startsWith("[") ? 0 : 1));
  }
  return type < 0 || at === undefined ? undefined : { type, at, others };
}
