/** The lessons: the list with the progress in each, or one lesson. */

import { For, Match, Show, Switch, createMemo } from "solid-js";
import { t, told } from "../../language/language";
import { LESSONS } from "../../learn/lessons";
import { useApp } from "../../state/app";
import { type Learned, createLearned } from "../../state/learned";
import "../../style/learn.css";
import { NotFound } from "../NotFound";
import { LearnNav } from "./LearnNav";
import { LessonCard } from "./LessonCard";
import { LessonView } from "./LessonView";
import { Path } from "./course/Path";
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
  return (
    <div class="page learn">
      <LearnNav view="learn" />
      <h1>{t("Learn by doing")}</h1>
      <p class="lead">
        {t(
          "Each lesson is a few turns on a board: it says what to do, you do it. The first takes three minutes, the others a power each.",
        )}
      </p>
      <Path learned={props.learned} />
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
