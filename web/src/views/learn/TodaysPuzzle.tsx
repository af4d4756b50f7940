/** The puzzle of the day with its board: it leads to the puzzle. */

import { Show, createMemo, createResource } from "solid-js";
import { plural, t } from "../../language/language";
import { dayOf, puzzleOfDay } from "../../learn/daily";
import { keyOf } from "../../learn/exercise";
import { useApp } from "../../state/app";
import { type Learned, createLearned } from "../../state/learned";
import { href } from "../../state/route";
import "../../style/learn.css";
import { MiniBoard } from "../games/MiniBoard";
import { createPosition } from "./position";
import { puzzleList } from "./words";

/** On the first page nothing is known yet of what has been learned. */
export default function TodaysPuzzleAtHome() {
  return <TodaysPuzzle learned={createLearned(useApp().storage)} />;
}

export function TodaysPuzzle(props: { learned: Learned }) {
  const app = useApp();
  const day = dayOf(new Date());
  const [found] = createResource(() => puzzleOfDay(day));
  const position = createPosition(app, () => {
    const daily = found.latest;
    return daily && { game: daily.game, position: daily.puzzle.position };
  });
  const today = createMemo(() => {
    const [daily, shown] = [found.latest, position()];
    return daily && shown && { ...daily, shown };
  });
  return (
    <section class="today" aria-labelledby="today">
      <h2 id="today">{t("Puzzle of the day")}</h2>
      <Show when={today()}>
        {(now) => {
          const isSolved = () => props.learned.solved(puzzleList(now().game)).has(keyOf(now().puzzle));
          const days = () => props.learned.daysUntil(day);
          return (
            <a class="lesson-card" href={href("puzzles", now().game, String(now().number))}>
              <MiniBoard
                game={now().shown.summary}
                board={now().shown.board}
                view={app.library.drawable(now().game)}
                flipped={now().shown.side === 1}
              />
              <span class="words">
                <strong>{now().shown.summary.name}</strong>
                <span>
                  {t("{side} to move.", { side: now().shown.summary.sides[now().shown.side] ?? "" })}{" "}
                  {now().puzzle.goal}
                </span>
                <span class="faint">{t("Grade {grade} of 5", { grade: now().puzzle.grade })}</span>
                <Show when={isSolved()}>
                  <span class="stand all">{t("Solved")}</span>
                </Show>
                <Show when={days() > 0}>
                  <span class="faint">
                    {plural(days(), "Solved on one day", "Solved on {count} days in a row")}
                  </span>
                </Show>
              </span>
            </a>
          );
        }}
      </Show>
    </section>
  );
}
