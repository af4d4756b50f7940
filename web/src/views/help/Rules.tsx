/** The rules of a game, told from what the session knows about it. */

import { For, Show } from "solid-js";
import { Board } from "../../board/Board";
import { nameOf, shapeOf } from "../../board/shape";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { LiveDiagram } from "../guide/LiveDiagram";
import { RULES } from "./rules-text";

export function Rules(props: { game: GameView }) {
  const app = useApp();
  const summary = () => props.game.summary;
  const text = () => RULES[summary().revisionOf ?? summary().id];
  const examples = () =>
    (text()?.examples ?? []).flatMap(({ piece, says }) => {
      const type = props.game.types.findIndex(({ id }) => id === piece);
      return type < 0 ? [] : [{ type, says }];
    });
  const zone = () => {
    const ranks = [...new Set(props.game.zones[0].map((square) => Math.floor(square / summary().files)))];
    return ranks.map((rank) => props.game.rankNames[rank] ?? "");
  };
  return (
    <>
      <h1>{summary().name}</h1>
      <p class="by">
        by {summary().author}, {summary().year}
      </p>
      <p class="lead">{summary().summary}</p>
      <figure class="rules-board">
        <Board
          game={props.game}
          set={app.settings.tiles}
          scene={{ board: summary().start }}
          label={`The array of ${summary().name}`}
          onClick={(square) => {
            const type = props.game.types[((summary().start[square] ?? 0) >> 1) - 1];
            if (type) location.hash = href("pieces", summary().id, type.id);
          }}
        />
        <figcaption>
          The array. {nameOf(shapeOf(props.game), 0)} is on {summary().sides[0]}’s left. Click a piece to read
          about it.
        </figcaption>
      </figure>
      <For each={text()?.parts ?? []}>
        {({ title, paragraphs }) => (
          <>
            <h2>{title}</h2>
            <For each={paragraphs}>{(paragraph) => <p>{paragraph}</p>}</For>
          </>
        )}
      </For>
      <Show when={props.game.setUp.length > 0}>
        <h2>The set-up of this version</h2>
        <For each={props.game.setUp}>
          {(phase) => (
            <p>
              {summary().sides[phase.chooser]} decides on {phase.choices.length}{" "}
              {phase.choices.length === 1 ? "thing" : "things"}:{" "}
              {phase.choices
                .slice(0, 3)
                .map(({ meaning }) => meaning)
                .join("; ")}
              {phase.choices.length > 3 ? "; and so on." : "."}
            </p>
          )}
        </For>
      </Show>
      <Show when={zone().length > 0}>
        <p>
          The promotion zone of {summary().sides[0]} is the ranks {zone()[0]} to {zone().at(-1)}.
        </p>
      </Show>
      <Show when={examples().length > 0}>
        <h2>Pieces to try</h2>
        <For each={examples()}>
          {({ type, says }) => (
            <section class="example">
              <h3>
                <a href={href("pieces", summary().id, props.game.types[type]?.id ?? "")}>
                  {props.game.types[type]?.name}
                </a>
              </h3>
              <p>{says}</p>
              <LiveDiagram game={props.game} type={type} side={0} />
            </section>
          )}
        </For>
      </Show>
    </>
  );
}
