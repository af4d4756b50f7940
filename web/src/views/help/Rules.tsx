/** The rules of a game, as the session sends them. */

import { For, Show } from "solid-js";
import { Board } from "../../board/Board";
import { nameOf, shapeOf } from "../../board/shape";
import { sentence, t } from "../../language/language";
import type { ChapterView, GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { ForkButton } from "../make/ForkButton";
import { PieceTable } from "./PieceTable";
import { RulesDiagram } from "./RulesDiagram";
import { Rich } from "../../language/Rich";
import { msg } from "../../language/catalogue";

export function Rules(props: { game: GameView }) {
  const app = useApp();
  const summary = () => props.game.summary;
  const older = () => app.facts.games().filter(({ revisionOf }) => revisionOf === summary().id);
  const chapters = () => app.library.rulesOf(summary().id) ?? [];
  return (
    <>
      <h1>{summary().name}</h1>
      <p class="by">{t("by {author}, {year}", { author: summary().author, year: String(summary().year) })}</p>
      <p class="lead">{summary().summary}</p>
      <Show when={props.game.text}>
        {(text) => <OwnRules id={summary().id} name={summary().name} text={text()} />}
      </Show>
      <Show when={summary().revisionOf}>
        {(newest) => (
          <p class="note">
            <Rich
              text={t("These are older rules. There is also a page of the <newest>newest rules</newest>.")}
              parts={{ newest: (text) => <a href={href("help", newest())}>{text}</a> }}
            />
          </p>
        )}
      </Show>
      <Show when={older().length}>
        <p class="note">
          {t("There are pages of older rules, too:")}{" "}
          <For each={older()}>
            {(one, index) => (
              <>
                {index() > 0 && ", "}
                <a href={href("help", one.id)}>{one.name}</a>
              </>
            )}
          </For>
          .
        </p>
      </Show>
      <p>
        <a href={href("trial", summary().id)}>
          {t("How games of it go: who wins, how long they take, where the pieces go")}
        </a>
      </p>
      <nav class="contents" aria-label={t("On this page")}>
        <For each={[...chapters(), { title: t(PIECES) }]}>
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
      <h2 id={anchor(t(PIECES))}>{t(PIECES)}</h2>
      <p>
        {t("What each piece does, and what becomes of it. A name leads to a board on which it can be tried.")}
      </p>
      <PieceTable game={props.game} />
    </>
  );
}

/** Names the author of a user-made game, and offers to fork it. */
function OwnRules(props: { id: string; name: string; text: string }) {
  const app = useApp();
  const draft = () => app.drafts.all().find(({ text }) => text === props.text);
  return (
    <p class="note">
      <Show
        when={draft()}
        fallback={
          <>
            {t("This game was made by somebody like you. It can be changed into another one.")}{" "}
            <ForkButton name={props.name} text={props.text} origin={props.id} />
          </>
        }
      >
        {(draft) => (
          <Rich
            text={t("This is your own game. <make>Go on making it</make>.")}
            parts={{ make: (text) => <a href={href("make", draft().name)}>{text}</a> }}
          />
        )}
      </Show>
    </p>
  );
}

const PIECES = msg("The pieces");

function anchor(title: string): string {
  return `rules-${title.toLowerCase().replaceAll(/[^\p{L}]+/gu, "-")}`;
}

function Array(props: { game: GameView }) {
  const app = useApp();
  const start = () => props.game.summary.start;
  return (
    <figure class="rules-board">
      <Board
        scrolls
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        scene={{ board: start() }}
        label={t("The array of {game}", { game: props.game.summary.name })}
        onClick={(square) => {
          const type = props.game.types[((start()[square] ?? 0) >> 1) - 1];
          if (type) location.hash = href("pieces", props.game.summary.id, type.id);
        }}
      />
      <figcaption>
        {t("The array. {square} is on the left of {side}. Click a piece to read about it.", {
          square: nameOf(shapeOf(props.game), 0),
          side: props.game.summary.sides[0],
        })}
      </figcaption>
    </figure>
  );
}

function ChapterOf(props: { game: GameView; chapter: ChapterView }) {
  return (
    <>
      <h2 id={anchor(props.chapter.title)}>{props.chapter.title}</h2>
      <For each={props.chapter.paragraphs}>{(paragraph) => <p>{sentence(paragraph)}</p>}</For>
      <Show when={props.chapter.entries.length}>
        <table class="entries">
          <tbody>
            <For each={props.chapter.entries}>
              {(entry) => (
                <tr>
                  <th scope="row" translate="no">
                    <code>{entry.term}</code>
                  </th>
                  <td>
                    {entry.text}
                    <Show when={entry.also}>
                      {(also) => (
                        <span class="also">
                          {" "}
                          {t("also")}{" "}
                          <For each={also()}>{(spelling) => <code translate="no">{spelling}</code>}</For>
                        </span>
                      )}
                    </Show>
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </Show>
      <For each={props.chapter.diagrams}>
        {(diagram) => <RulesDiagram game={props.game} diagram={diagram} />}
      </For>
    </>
  );
}
