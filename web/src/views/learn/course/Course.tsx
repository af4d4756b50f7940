/** An evening of the course: what it is about, its pieces, lessons and cards, and its battle. */

import { For, Match, Show, Switch, createMemo, createSignal } from "solid-js";
import { t, told } from "../../../language/language";
import { COURSE, type Evening, TAUGHT, eveningOf } from "../../../learn/course";
import type { GameView } from "../../../protocol/protocol";
import { useApp } from "../../../state/app";
import { createCards } from "../../../state/cards";
import { type Learned, createLearned } from "../../../state/learned";
import { href } from "../../../state/route";
import "../../../style/course.css";
import "../../../style/learn.css";
import { MiniBoard } from "../../games/MiniBoard";
import { NotFound } from "../../NotFound";
import { LearnNav } from "../LearnNav";
import { LessonCard } from "../LessonCard";
import { solvedOf } from "../words";
import { EveningPiece } from "./EveningPiece";
import { Stand } from "./Stand";
import { createBattle } from "./battle";
import { progressOf, typesOf } from "./progress";

export default function Course() {
  const app = useApp();
  const learned = createLearned(app.storage);
  const evening = createMemo(() => {
    const route = app.route();
    return route.view === "course" ? eveningOf(route.evening) : undefined;
  });
  return (
    <Show
      when={evening()}
      keyed
      fallback={
        <NotFound title={t("No such evening")}>{t("This address is no evening of the course.")}</NotFound>
      }
    >
      {(evening) => (
        <Show
          when={app.library.drawable(TAUGHT)}
          keyed
          fallback={<p class="page waiting">{t("One moment …")}</p>}
        >
          {(game) => <EveningPage evening={evening} game={game} learned={learned} />}
        </Show>
      )}
    </Show>
  );
}

function EveningPage(props: { evening: Evening; game: GameView; learned: Learned }) {
  const app = useApp();
  /* eslint-disable solid/reactivity -- another evening is another component */
  const { evening, game, learned } = props;
  /* eslint-enable solid/reactivity */
  const battle = createBattle(app, evening.battle);
  const cards = createCards(app.storage, TAUGHT);
  const progress = createMemo(() => progressOf(evening, learned, cards, game));
  const [isBusy, setBusy] = createSignal(false);
  const following = COURSE[evening.number];
  const byHeart = href("cards", TAUGHT, evening.id);
  const openLesson = () => progress().lessons.find((lesson) => !progress().finished.includes(lesson));

  async function fight(): Promise<void> {
    setBusy(true);
    await battle.begin();
    setBusy(false);
  }

  return (
    <div class="page learn evening-page">
      <LearnNav view="learn" />
      <p class="row apart">
        <a href="#/learn">{t("All evenings")}</a>
        <span class="faint">
          {t("Evening {number} of {count}", { number: evening.number, count: COURSE.length })}
        </span>
      </p>
      <h1>{told(evening.title)}</h1>
      <For each={evening.paragraphs}>{(text) => <p class="lead">{told(text)}</p>}</For>
      <div class="evening-next">
        <Switch
          fallback={
            <Show when={following}>
              {(next) => (
                <a class="button primary large" href={href("course", next().id)}>
                  {t("Next evening: {title}", { title: told(next().title) })}
                </a>
              )}
            </Show>
          }
        >
          <Match when={openLesson()}>
            {(lesson) => (
              <a class="button primary large" href={href("learn", lesson().id)}>
                {t("Lesson: {title}", { title: told(lesson().title) })}
              </a>
            )}
          </Match>
          <Match when={progress().met < evening.pieces.length}>
            <a class="button primary large" href={byHeart}>
              {t("Learn its pieces by heart")}
            </a>
          </Match>
          <Match when={!progress().isWon}>
            <button class="primary large" disabled={isBusy() || !battle.game()} onClick={() => void fight()}>
              {t("Begin the battle")}
            </button>
          </Match>
        </Switch>
        <Stand progress={progress()} />
      </div>
      <section aria-labelledby="evening-pieces">
        <h2 id="evening-pieces">{t("Its pieces")}</h2>
        <p class="faint">
          {app.isTouch
            ? t(
                "Try each of them: drag it, tap a square for an enemy, again for a friend, again for nothing.",
              )
            : t(
                "Try each of them: drag it, click a square for an enemy, again for a friend, again for nothing.",
              )}
        </p>
        <div class="evening-pieces">
          <For each={typesOf(game, evening)}>{(type) => <EveningPiece game={game} type={type} />}</For>
        </div>
        <p>
          <a class="button" href={byHeart}>
            {t("Learn its pieces by heart")}
          </a>{" "}
          <span class="faint stand" classList={{ all: progress().met === evening.pieces.length }}>
            {t("{met} of {count} met", { met: progress().met, count: evening.pieces.length })}
          </span>
        </p>
      </section>
      <Show when={progress().lessons.length > 0}>
        <section aria-labelledby="evening-lessons">
          <h2 id="evening-lessons">{t("Its lessons")}</h2>
          <ul class="lesson-cards">
            <For each={progress().lessons}>
              {(lesson) => <LessonCard lesson={lesson} done={solvedOf(learned, lesson)} />}
            </For>
          </ul>
        </section>
      </Show>
      <section aria-labelledby="evening-battle">
        <h2 id="evening-battle">{t("The battle")}</h2>
        <div class="evening-battle">
          <Show
            when={battle.game()}
            fallback={
              <span class="faint" role="status">
                {t("One moment …")}
              </span>
            }
          >
            {(game) => <MiniBoard game={game().summary} board={game().summary.start} view={game()} />}
          </Show>
          <div>
            <p>
              <Show when={battle.game()?.summary} fallback={t("The engine plays at force 1, its gentlest.")}>
                {(game) =>
                  t("{files} × {ranks} squares. The engine plays at force 1, its gentlest.", {
                    files: game().files,
                    ranks: game().ranks,
                  })
                }
              </Show>
            </p>
            <Show when={progress().isWon}>
              <p class="stand all">{t("Won")}</p>
            </Show>
            <button disabled={isBusy() || !battle.game()} onClick={() => void fight()}>
              {progress().isWon ? t("Fight it again") : t("Begin the battle")}
            </button>
          </div>
        </div>
      </section>
    </div>
  );
}
