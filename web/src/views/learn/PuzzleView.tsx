/** The puzzles of a game, one after the other, of one grade or of all. */

import { For, Show, createEffect, createSignal, on, untrack } from "solid-js";
import { t } from "../../language/language";
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
import { puzzleList } from "./words";

const GRADES = [1, 2, 3, 4, 5];

interface PuzzleViewProps {
  game: GameView;
  puzzles: readonly Puzzle[];
  /** The number of the puzzle that is asked for, counted from 1; missing if any will do. */
  number: number | undefined;
  learned: Learned;
}

export function PuzzleView(props: PuzzleViewProps) {
  const practice = createPractice(useApp());
  const list = untrack(() => puzzleList(props.game.summary.id));
  const isSolved = (puzzle: Puzzle) => props.learned.solved(list).has(keyOf(puzzle));
  /** The grade that is wanted; 0 for all. */
  const [grade, setGrade] = createSignal(0);
  const wanted = () => props.puzzles.filter((puzzle) => grade() === 0 || puzzle.grade === grade());
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

  return (
    <Show when={puzzle()}>
      {(puzzle) => (
        <Trainer
          game={props.game}
          practice={practice}
          exercise={puzzle()}
          solved={(isClean) => {
            props.learned.solve(list, keyOf(puzzle()));
            if (isClean) props.learned.count(true);
          }}
          flawed={() => props.learned.count(false)}
          about={() => (
            <>
              <div class="row apart">
                <a href="#/puzzles">{t("All puzzles")}</a>
                <Streak learned={props.learned} />
              </div>
              <h1>{props.game.summary.name}</h1>
              <div class="row apart">
                <label>
                  {t("Grade")}{" "}
                  <select
                    onChange={(event) => {
                      setGrade(Number(event.currentTarget.value));
                      setPuzzle(after(undefined));
                    }}
                  >
                    <option value="0">{t("all")}</option>
                    <For each={GRADES.filter((one) => props.puzzles.some(({ grade }) => grade === one))}>
                      {(one) => <option value={one}>{one}</option>}
                    </For>
                  </select>
                </label>
                <span class="faint">
                  {t("{done} of {count} solved", { done: solved(), count: wanted().length })}
                </span>
              </div>
              <p class="faint">
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
