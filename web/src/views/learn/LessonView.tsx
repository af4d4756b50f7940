/** A lesson: its exercises one after the other. */

import { For, Match, Show, Switch, createMemo, createSignal, untrack } from "solid-js";
import { t, told } from "../../language/language";
import { eveningOfLesson } from "../../learn/course";
import { keyOf } from "../../learn/exercise";
import { LESSONS, type Lesson } from "../../learn/lessons";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Learned } from "../../state/learned";
import { createPractice } from "../../state/practice";
import { href } from "../../state/route";
import { focusSoon } from "../focus";
import { listOf } from "./words";
import { Trainer } from "./Trainer";

export function LessonView(props: { lesson: Lesson; game: GameView; learned: Learned }) {
  const practice = createPractice(useApp());
  const { exercises } = untrack(() => props.lesson);
  const list = untrack(() => listOf(props.lesson));
  const isSolved = (index: number) => {
    const exercise = exercises[index];
    return exercise !== undefined && props.learned.solved(list).has(keyOf(exercise));
  };
  const firstOpen = untrack(() =>
    Math.max(
      0,
      exercises.findIndex((_, index) => !isSolved(index)),
    ),
  );
  const [index, setIndex] = createSignal(firstOpen);
  const exercise = createMemo(() => exercises[index()]);
  const isLast = () => index() + 1 === exercises.length;
  const following = () => LESSONS[LESSONS.indexOf(props.lesson) + 1];
  /** The evening of the course to which the lesson belongs, and the lesson that comes after it there. */
  const evening = createMemo(() => eveningOfLesson(props.lesson.id));
  const nextOfEvening = () => {
    const lessons = evening()?.lessons ?? [];
    const id = lessons[lessons.indexOf(props.lesson.id) + 1];
    return LESSONS.find((lesson) => lesson.id === id);
  };

  return (
    <Show when={exercise()}>
      {(exercise) => (
        <Trainer
          game={props.game}
          practice={practice}
          exercise={exercise()}
          solved={() => props.learned.solve(list, keyOf(exercise()))}
          about={(isFresh) => (
            <>
              <div class="row apart">
                <a href="#/learn">{t("All lessons")}</a>
                <span class="faint">{props.game.summary.name}</span>
              </div>
              <h1>{told(props.lesson.title)}</h1>
              <details class="lesson-text" open={index() === 0 && isFresh()}>
                <summary>{t("What it is about")}</summary>
                <For each={props.lesson.paragraphs}>{(text) => <p>{told(text)}</p>}</For>
              </details>
              <ol class="steps" aria-label={t("Exercises")}>
                <For each={exercises}>
                  {(_, at) => (
                    <li>
                      <button
                        class="quiet"
                        classList={{ solved: isSolved(at()) }}
                        aria-current={at() === index() ? "step" : undefined}
                        aria-label={
                          isSolved(at())
                            ? t("Exercise {number}, solved", { number: at() + 1 })
                            : t("Exercise {number}", { number: at() + 1 })
                        }
                        onClick={() => setIndex(at())}
                      >
                        {at() + 1}
                      </button>
                    </li>
                  )}
                </For>
              </ol>
            </>
          )}
          onward={
            <Show
              when={isLast()}
              fallback={
                <button class="primary" ref={focusSoon} onClick={() => setIndex(index() + 1)}>
                  {t("Next")}
                </button>
              }
            >
              <Switch
                fallback={
                  <a class="button primary" ref={focusSoon} href="#/puzzles">
                    {t("On to the puzzles")}
                  </a>
                }
              >
                <Match when={nextOfEvening() ?? (evening() ? undefined : following())}>
                  {(lesson) => (
                    <a class="button primary" ref={focusSoon} href={href("learn", lesson().id)}>
                      {t("Next lesson: {title}", { title: told(lesson().title) })}
                    </a>
                  )}
                </Match>
                <Match when={evening()}>
                  {(evening) => (
                    <a class="button primary" ref={focusSoon} href={href("course", evening().id)}>
                      {t("On with the evening: {title}", { title: told(evening().title) })}
                    </a>
                  )}
                </Match>
              </Switch>
              <a class="button quiet" href="#/learn">
                {t("All lessons")}
              </a>
            </Show>
          }
        />
      )}
    </Show>
  );
}
