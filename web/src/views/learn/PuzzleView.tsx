/** The puzzles of a game, one after the other: all, or those of a grade or that do something. */

import { For, Show, createEffect, createSignal, on, untrack } from "solid-js";
import { t } from "../../language/language";
import { dayOf } from "../../learn/daily";
import { keyOf } from "../../learn/exercise";
import type { Puzzle } from "../../learn/puzzles";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Learned } from "../../state/learned";
import { createPractice } from "../../state/practice";
import { href } from "../../state/route";
import { focusSoon } from "../focus";
import { Streak } from "./Streak";
import { Trainer } from "./Trainer";
import { THEMES, puzzleList, ratedList } from "./words";

const GRADES = [1, 2, 3, 4, 5];

interface PuzzleViewProps {
  game: GameView;
  puzzles: readonly Puzzle[];
  /** The number of the puzzle that is asked for, counted from 1; missing if any will do. */
  number: number | undefined;
  /** The number of the puzzle of the day, if it is of this game. */
  today: number | undefined;
  learned: Learned;
}

export function PuzzleView(props: PuzzleViewProps) {
  const practice = createPractice(useApp());
  const list = untrack(() => puzzleList(props.game.summary.id));
  const isSolved = (puzzle: Puzzle) => props.learned.solved(list).has(keyOf(puzzle));
  /** The grade that is wanted; 0 for all. */
  const [grade, setGrade] = createSignal(0);
  /** What the solution shall do; empty for anything. */
  const [theme, setTheme] = createSignal("");
  const wanted = () =>
    props.puzzles.filter(
      (puzzle) =>
        (grade() === 0 || puzzle.grade === grade()) && (theme() === "" || puzzle.themes.includes(theme())),
    );
  const grades = () => GRADES.filter((one) => props.puzzles.some((puzzle) => puzzle.grade === one));
  const themes = () =>
    Object.keys(THEMES).filter((one) => props.puzzles.some(({ themes }) => themes.includes(one)));
  const solved = () => wanted().filter(isSolved).length;
  const asked = () => (props.number === undefined ? undefined : props.puzzles[props.number - 1]);
  const [puzzle, setPuzzle] = createSignal<Puzzle | undefined>(untrack(() => asked() ?? after(undefined)));
  createEffect(on(asked, (one) => one && setPuzzle(one), { defer: true }));
  // Each puzzle has an address of its own, to be kept or sent; who asks for none in particular stays where they are.
  createEffect(
    on([puzzle, () => props.number], ([one]) => {
      const number = one && String(props.puzzles.indexOf(one) + 1);
      if (number) history.replaceState(null, "", href("puzzles", props.game.summary.id, number));
    }),
  );

  /** Returns the first unsolved puzzle after one, wrapping around; if all are solved, the next one. */
  function after(last: Puzzle | undefined): Puzzle | undefined {
    const all = wanted();
    const start = last ? all.indexOf(last) + 1 : 0;
    const order = [...all.slice(start), ...all.slice(0, start)];
    return order.find((one) => !isSolved(one)) ?? order[0];
  }

  const goOn = () => setPuzzle((now) => after(now));
  const isOfToday = (puzzle: Puzzle) => props.today === props.puzzles.indexOf(puzzle) + 1;

  /** How the present puzzle has changed the rating. */
  const [change, setChange] = createSignal(0);
  createEffect(on(puzzle, () => setChange(0)));
  /** Rates a puzzle once: who meets it again may remember it. */
  function rate(puzzle: Puzzle, isClean: boolean): void {
    const rated = untrack(() => props.learned.solved(ratedList(props.game.summary.id)));
    if (rated.has(keyOf(puzzle)) || isSolved(puzzle)) return;
    const rating = () => Math.round(untrack(props.learned.rating).value);
    const before = rating();
    props.learned.rate(puzzle.grade, isClean);
    props.learned.solve(ratedList(props.game.summary.id), keyOf(puzzle));
    setChange(rating() - before);
  }
  const begin = () => setPuzzle(after(undefined) ?? untrack(puzzle));

  return (
    <Show when={puzzle()}>
      {(puzzle) => (
        <Trainer
          game={props.game}
          practice={practice}
          exercise={puzzle()}
          isRefuting
          solved={(isClean) => {
            if (isClean) rate(puzzle(), true);
            props.learned.solve(list, keyOf(puzzle()));
            if (isClean) props.learned.count(true);
            if (isOfToday(puzzle())) props.learned.solveDay(dayOf(new Date()));
          }}
          flawed={() => {
            rate(puzzle(), false);
            props.learned.count(false);
          }}
          about={() => (
            <>
              <div class="row apart">
                <a href="#/puzzles">{t("All puzzles")}</a>
                <Streak learned={props.learned} change={change()} />
              </div>
              <h1>{props.game.summary.name}</h1>
              <details class="lesson-text">
                <summary>
                  {t("{done} of {count} solved", { done: solved(), count: wanted().length })},{" "}
                  {t("choose others")}
                </summary>
                <div class="row">
                  <label>
                    {t("Grade")}{" "}
                    <select
                      onChange={(event) => {
                        setGrade(Number(event.currentTarget.value));
                        begin();
                      }}
                    >
                      <option value="0">{t("all")}</option>
                      <For each={grades()}>{(one) => <option value={one}>{one}</option>}</For>
                    </select>
                  </label>
                  <Show when={themes().length > 0}>
                    <label>
                      {t("The solution")}{" "}
                      <select
                        onChange={(event) => {
                          setTheme(event.currentTarget.value);
                          begin();
                        }}
                      >
                        <option value="">{t("whatever it does")}</option>
                        <For each={themes()}>
                          {(one) => <option value={one}>{t(THEMES[one] ?? one)}</option>}
                        </For>
                      </select>
                    </label>
                  </Show>
                </div>
              </details>
              <p class="faint">
                <Show when={isOfToday(puzzle())}>
                  <strong>{t("Puzzle of the day")}</strong>
                  {". "}
                </Show>
                {t(
                  isSolved(puzzle())
                    ? "Puzzle {number}, grade {grade} of 5, solved"
                    : "Puzzle {number}, grade {grade} of 5",
                  { number: props.puzzles.indexOf(puzzle()) + 1, grade: puzzle().grade },
                )}
              </p>
            </>
          )}
          onward={
            <button class="primary" ref={focusSoon} onClick={goOn}>
              {t("Next puzzle")}
            </button>
          }
          skip={
            <button class="quiet" onClick={goOn}>
              {t("Next puzzle")}
            </button>
          }
        />
      )}
    </Show>
  );
}
