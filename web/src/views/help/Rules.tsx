/** The rules of a game: our own words, and what the session knows about it. */

import { For, Show } from "solid-js";
import { Board } from "../../board/Board";
import { nameOf, shapeOf } from "../../board/shape";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { PieceTable } from "./PieceTable";
import { RulesDiagram } from "./RulesDiagram";
import { RULES } from "./rules";
import type { Chapter } from "./rules/text";

export function Rules(props: { game: GameView }) {
  const summary = () => props.game.summary;
  const chapters = () => RULES[summary().revisionOf ?? summary().id]?.chapters ?? [];
  return (
    <>
      <h1>{summary().name}</h1>
      <p class="by">
        by {summary().author}, {summary().year}
      </p>
      <p class="lead">{summary().summary}</p>
      <Show when={summary().revisionOf}>
        {(newest) => (
          <p class="note">
            These are older rules. Where this page and the <a href={href("help", newest())}>newest rules</a>{" "}
            differ, it is in the set-up and in single pieces; the pieces below are those of this version.
          </p>
        )}
      </Show>
      <nav class="contents" aria-label="On this page">
        <For each={[...chapters(), { title: PIECES }]}>
          {({ title }) => (
            <a
              href={href("help", summary().id)}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(anchor(title))?.scrollIntoView();
              }}
            >
              {title}
            </a>
          )}
        </For>
      </nav>
      <Array game={props.game} />
      <For each={chapters()}>{(chapter) => <ChapterOf game={props.game} chapter={chapter} />}</For>
      <h2 id={anchor(PIECES)}>{PIECES}</h2>
      <p>What each piece does, and what becomes of it. A name leads to a board on which it can be tried.</p>
      <PieceTable game={props.game} />
    </>
  );
}

const PIECES = "The pieces";

function anchor(title: string): string {
  return `rules-${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
}

function Array(props: { game: GameView }) {
  const app = useApp();
  const start = () => props.game.summary.start;
  return (
    <figure class="rules-board">
      <Board
        game={props.game}
        set={app.settings.tiles}
        scene={{ board: start() }}
        label={`The array of ${props.game.summary.name}`}
        onClick={(square) => {
          const type = props.game.types[((start()[square] ?? 0) >> 1) - 1];
          if (type) location.hash = href("pieces", props.game.summary.id, type.id);
        }}
      />
      <figcaption>
        The array. {nameOf(shapeOf(props.game), 0)} is on {props.game.summary.sides[0]}’s left. Click a piece
        to read about it.
      </figcaption>
    </figure>
  );
}

function ChapterOf(props: { game: GameView; chapter: Chapter }) {
  return (
    <>
      <h2 id={anchor(props.chapter.title)}>{props.chapter.title}</h2>
      <For each={props.chapter.paragraphs}>{(paragraph) => <p>{paragraph}</p>}</For>
      <For each={props.chapter.diagrams ?? []}>
        {(diagram) => <RulesDiagram game={props.game} diagram={diagram} />}
      </For>
    </>
  );
}
