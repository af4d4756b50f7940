/** A diagram of the rules: a board on which what the text says can be tried. */

import { For, Show } from "solid-js";
import { sideOf, typeOf } from "../../board/piece";
import { sentence } from "../../language/language";
import type { DiagramView, GameView } from "../../protocol/protocol";
import { href } from "../../state/route";
import { LiveDiagram } from "../guide/LiveDiagram";
import { WhenSeen } from "./WhenSeen";

export function RulesDiagram(props: { game: GameView; diagram: DiagramView }) {
  const shown = () => props.diagram.pieces.find(({ square }) => square === props.diagram.square)?.piece ?? 0;
  const others = () =>
    new Map(
      props.diagram.pieces
        .filter(({ square }) => square !== props.diagram.square)
        .map(({ square, piece }) => [square, piece]),
    );
  return (
    <section class="example">
      <div class="example-words">
        <h3>{props.diagram.title}</h3>
        <p>{sentence(props.diagram.text)}</p>
        <Show when={props.diagram.turns.length}>
          <p class="turns" translate="no">
            <For each={props.diagram.turns}>{(turn) => <code>{turn}</code>}</For>
          </p>
        </Show>
        <p class="links">
          <For each={subjects(props.game, props.diagram, typeOf(shown()))}>
            {(type) => (
              <a href={href("pieces", props.game.summary.id, props.game.types[type]?.id ?? "")}>
                {props.game.types[type]?.name}
              </a>
            )}
          </For>
        </p>
      </div>
      <WhenSeen>
        <LiveDiagram
          game={props.game}
          type={typeOf(shown())}
          side={sideOf(shown())}
          at={props.diagram.square}
          others={others()}
          reach={props.diagram.reach}
        />
      </WhenSeen>
    </section>
  );
}

/** Returns the types that a diagram is about: the one that is shown, and the others that its words name. */
function subjects(game: GameView, { title, text, pieces }: DiagramView, shown: number): number[] {
  const isNamed = (type: number) => `${title} ${sentence(text)}`.includes(game.types[type]?.name ?? "\n");
  const others = pieces.map(({ piece }) => typeOf(piece)).filter(isNamed);
  return [...new Set([shown, ...others])];
}
