/** The lessons: the list with the progress in each, or one lesson. */

import { For, Match, Show, Switch, createMemo } from "solid-js";
import { t, told } from "../../language/language";
import { LESSONS, type Lesson } from "../../learn/lessons";
import { useApp } from "../../state/app";
import { type Learned, createLearned } from "../../state/learned";
import { href } from "../../state/route";
import "../../style/learn.css";
import { NotFound } from "../NotFound";
import { LearnNav } from "./LearnNav";
import { LessonView } from "./LessonView";
import { solvedOf } from "./words";

/** The lessons, chapter by chapter. */
const CHAPTERS = [...new Set(LESSONS.map(({ chapter }) => chapter))].map((title) => ({
  title,
  lessons: LESSONS.filter(({ chapter }) => chapter === title),
}));

export default function Learn() {
  const app = useApp();
  const learned = createLearned(app.storage);
  const asked = createMemo(() => {
    const route = app.route();
    return route.view === "learn" ? route.lesson : undefined;
  });
  const lesson = createMemo(() => LESSONS.find(({ id }) => id === asked()));
  return (
    <Switch>
      <Match when={!asked()}>
        <Lessons learned={learned} />
      </Match>
      <Match when={!lesson()}>
        <NotFound title={t("No such lesson")}>{t("This address is no lesson of Beaufort.")}</NotFound>
      </Match>
      <Match when={lesson()} keyed>
        {(lesson) => (
          <Show
            when={app.library.drawable(lesson.game)}
            keyed
            fallback={<p class="page waiting">{t("One moment …")}</p>}
          >
            {(game) => <LessonView lesson={lesson} game={game} learned={learned} />}
          </Show>
        )}
      </Match>
    </Switch>
  );
}

function Lessons(props: { learned: Learned }) {
  const next = () => LESSONS.find((lesson) => solvedOf(props.learned, lesson) < lesson.exercises.length);
  const hasBegun = () => LESSONS.some((lesson) => solvedOf(props.learned, lesson) > 0);
  return (
    <div class="page learn">
      <LearnNav view="learn" />
      <h1>{t("Learn by doing")}</h1>
      <p class="lead">
        {t(
          "Each lesson is a few turns on a board: it says what to do, you do it. The first takes three minutes, the others a power each.",
        )}
      </p>
      <Show when={next()}>
        {(lesson) => (
          <p>
            <a class="button primary large" href={href("learn", lesson().id)}>
              {t(hasBegun() ? "Go on: {title}" : "Begin: {title}", { title: told(lesson().title) })}
            </a>
          </p>
        )}
      </Show>
      <For each={CHAPTERS}>
        {({ title, lessons }) => (
          <section>
            <h2>{told(title)}</h2>
            <ul class="lesson-cards">
              <For each={lessons}>
                {(lesson) => <LessonCard lesson={lesson} done={solvedOf(props.learned, lesson)} />}
              </For>
            </ul>
          </section>
        )}
      </For>
    </div>
  );
}

function LessonCard(props: { lesson: Lesson; done: number }) {
  const app = useApp();
  const count = () => props.lesson.exercises.length;
  const game = () => app.facts.games().find(({ id }) => id === props.lesson.game)?.name ?? "";
  return (
    <li>
      <a class="lesson-card" href={href("learn", props.lesson.id)}>
        <strong>{told(props.lesson.title)}</strong>
        <span class="faint">{game()}</span>
        <span class="faint stand" classList={{ all: props.done === count() }}>
          {t("{done} of {count} solved", { done: props.done, count: count() })}
        </span>
      </a>
    </li>
  );
}
