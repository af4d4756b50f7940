/** The puzzle of the day with its board: it leads to the puzzle. */

import { Show, createMemo, createResource } from "solid-js";
import { EMPTY, WALL } from "../../board/piece";
import { plural, t } from "../../language/language";
import { dayOf, puzzleOfDay } from "../../learn/daily";
import { keyOf } from "../../learn/exercise";
import { useApp } from "../../state/app";
import { type Learned, createLearned } from "../../state/learned";
import { answer } from "../../state/link";
import { href } from "../../state/route";
import "../../style/learn.css";
import { MiniBoard } from "../games/MiniBoard";
import { puzzleList } from "./words";

/** On the first page nothing is known yet of what has been learned. */
export default function TodaysPuzzleAtHome() {
  return <TodaysPuzzle learned={createLearned(useApp().storage)} />;
}

export function TodaysPuzzle(props: { learned: Learned }) {
  const app = useApp();
  const day = dayOf(new Date());
  const [found] = createResource(async () => {
    const daily = await puzzleOfDay(day);
    if (!daily) return undefined;
    const text = daily.puzzle.position;
    const events = await app.askQuietly({
      type: "check",
      game: daily.game,
      arrangement: { type: "text", text },
    });
    return events && { ...daily, position: answer(events, "checked") };
  });
  const today = createMemo(() => {
    const daily = found.latest;
    const game = app.facts.games().find(({ id }) => id === daily?.game);
    return daily && game && { ...daily, summary: game };
  });
  /** The squares as boards have them. */
  const board = createMemo(() => {
    const { summary, position } = today() ?? {};
    const codes = (summary?.start ?? []).map((code) => (code === WALL ? WALL : EMPTY));
    for (const { square, piece } of position?.pieces ?? []) codes[square] = piece;
    return codes;
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
                game={now().summary}
                board={board()}
                view={app.library.drawable(now().game)}
                flipped={now().position.side === 1}
              />
              <span class="words">
                <strong>{now().summary.name}</strong>
                <span>
                  {t("{side} to move.", { side: now().summary.sides[now().position.side] ?? "" })}{" "}
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
