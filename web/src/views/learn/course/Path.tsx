/** The course as a path: its evenings with the progress in each, and the next step as a button. */

import { For, Show, createMemo } from "solid-js";
import { codeOf } from "../../../board/piece";
import { TilePicture } from "../../../board/Tile";
import { t, told } from "../../../language/language";
import { COURSE, type Evening, TAUGHT } from "../../../learn/course";
import { LESSONS } from "../../../learn/lessons";
import { useApp } from "../../../state/app";
import { createCards } from "../../../state/cards";
import type { Learned } from "../../../state/learned";
import { href } from "../../../state/route";
import "../../../style/course.css";
import { solvedOf } from "../words";
import { Stand } from "./Stand";
import { type Progress, eveningToGoOn, progressOf, typesOf } from "./progress";

export function Path(props: { learned: Learned }) {
  const app = useApp();
  const cards = createCards(app.storage, TAUGHT);
  const game = () => app.library.drawable(TAUGHT);
  const all = createMemo(
    () => new Map(COURSE.map((one) => [one, progressOf(one, props.learned, cards, game())] as const)),
  );
  const progress = (evening: Evening) => all().get(evening) as Progress;
  const current = createMemo(() => eveningToGoOn(progress));
  return (
    <section class="course" aria-labelledby="course">
      <h2 id="course">{t("Ten evenings to Jupiter")}</h2>
      <p class="faint">
        {t(
          "The largest game, family by family: each evening has a few pieces, their lessons, and a small battle at its end.",
        )}
      </p>
      <Show when={current()}>
        {(evening) => <Onward evening={evening()} progress={progress(evening())} learned={props.learned} />}
      </Show>
      <ol class="course-path">
        <For each={COURSE}>
          {(evening) => (
            <li>
              <a
                class="lesson-card evening"
                href={href("course", evening.id)}
                aria-current={evening === current() ? "step" : undefined}
              >
                <Show when={game()} fallback={<span class="emblem" />}>
                  {(game) => (
                    <span class="emblem">
                      <TilePicture
                        game={game()}
                        set={app.library.tileSet(TAUGHT)}
                        code={codeOf(typesOf(game(), evening)[0] ?? 0, 0)}
                        up
                        size={44}
                      />
                    </span>
                  )}
                </Show>
                <span class="words">
                  <span class="faint">{t("Evening {number}", { number: evening.number })}</span>
                  <strong>{told(evening.title)}</strong>
                  <Stand progress={progress(evening)} />
                </span>
              </a>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}

/** The button to the next step of the course. */
function Onward(props: { evening: Evening; progress: Progress; learned: Learned }) {
  const isFirst = () => LESSONS.every((lesson) => solvedOf(props.learned, lesson) === 0);
  const step = (): { href: string; title: string } => {
    const { next, lessons } = props.progress;
    const [first] = lessons;
    // A newcomer first learns to read a tile.
    if (next?.kind === "begin" && props.evening.number === 1 && first)
      return { href: href("learn", first.id), title: told(first.title) };
    if (next?.kind === "lesson")
      return { href: href("learn", next.lesson.id), title: told(next.lesson.title) };
    if (next?.kind === "cards")
      return {
        href: href("cards", TAUGHT, props.evening.id),
        title: t("the pieces of evening {number} by heart", { number: props.evening.number }),
      };
    if (next?.kind === "battle")
      return {
        href: href("course", props.evening.id),
        title: t("the battle of evening {number}", { number: props.evening.number }),
      };
    return {
      href: href("course", props.evening.id),
      title: t("evening {number}, {title}", {
        number: props.evening.number,
        title: told(props.evening.title),
      }),
    };
  };
  return (
    <p>
      <a class="button primary large" href={step().href}>
        {t(isFirst() ? "Begin: {title}" : "Go on: {title}", { title: step().title })}
      </a>
    </p>
  );
}
