/** Storm: as many puzzles of a game as possible in five minutes, from easy to hard. A wrong turn leads on to the next. */

import {
  For,
  Match,
  Show,
  Switch,
  createEffect,
  createMemo,
  createSignal,
  on,
  onCleanup,
  untrack,
} from "solid-js";
import { t } from "../../language/language";
import { keyOf } from "../../learn/exercise";
import { type Puzzle, hasPuzzles, puzzlesOf } from "../../learn/puzzles";
import { shuffled } from "../../learn/shuffled";
import type { GameSummary, GameView } from "../../protocol/protocol";
import { AppProvider, useApp } from "../../state/app";
import { type Attempt, createAttempt, pauseOf } from "../../state/attempt";
import { clockText } from "../../state/clock";
import { type Learned, createLearned } from "../../state/learned";
import { createPractice } from "../../state/practice";
import { href } from "../../state/route";
import "../../style/learn.css";
import { ExerciseTable } from "./ExerciseTable";
import { LearnNav } from "./LearnNav";
import { puzzleList } from "./words";

/** How long a storm lasts, in milliseconds. */
const DURATION = 300_000;
/** The time between one thing on the board and the next, in milliseconds. */
const PAUSE = 350;

/** A storm that is over. */
interface Result {
  solved: number;
  missed: readonly Puzzle[];
  /** The record before it. */
  record: number;
}

export default function Storm() {
  const app = useApp();
  const learned = createLearned(app.storage);
  const [storm, setStorm] = createSignal<{ game: GameSummary; puzzles: readonly Puzzle[] }>();
  const [result, setResult] = createSignal<Result & { game: GameSummary; puzzles: readonly Puzzle[] }>();
  async function begin(game: GameSummary): Promise<void> {
    const puzzles = await puzzlesOf(game.id);
    setResult(undefined);
    setStorm({ game, puzzles });
  }
  function end(solved: number, missed: readonly Puzzle[]): void {
    const now = untrack(storm);
    if (!now) return;
    const record = learned.storm(now.game.id);
    learned.keepStorm(now.game.id, solved);
    setResult({ ...now, solved, missed, record });
    setStorm(undefined);
  }
  return (
    <Switch fallback={<StormGames learned={learned} begin={begin} />}>
      <Match when={storm()} keyed>
        {({ game, puzzles }) => (
          <Show
            when={app.library.drawable(game.id)}
            keyed
            fallback={<p class="page waiting">{t("One moment …")}</p>}
          >
            {(view) => <Run game={view} puzzles={puzzles} learned={learned} end={end} />}
          </Show>
        )}
      </Match>
      <Match when={result()} keyed>
        {(over) => <Over result={over} again={() => void begin(over.game)} />}
      </Match>
    </Switch>
  );
}

function StormGames(props: { learned: Learned; begin: (game: GameSummary) => Promise<void> }) {
  const app = useApp();
  const games = () => app.facts.games().filter(({ id }) => hasPuzzles(id));
  return (
    <div class="page learn">
      <LearnNav view="puzzles" />
      <h1>{t("Storm")}</h1>
      <p class="lead">
        {t(
          "As many puzzles as you can in five minutes, the easy ones first. A wrong turn leads on to the next.",
        )}
      </p>
      <ul class="lesson-cards">
        <For each={games()}>
          {(game) => (
            <li>
              <button class="lesson-card" onClick={() => void props.begin(game)}>
                <strong>{game.name}</strong>
                <span class="faint">
                  {props.learned.storm(game.id) > 0
                    ? t("Your record: {count}", { count: props.learned.storm(game.id) })
                    : t("No storm yet")}
                </span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <p>
        <a href="#/puzzles">{t("All puzzles")}</a>
      </p>
    </div>
  );
}

interface RunProps {
  game: GameView;
  puzzles: readonly Puzzle[];
  learned: Learned;
  end: (solved: number, missed: readonly Puzzle[]) => void;
}

function Run(props: RunProps) {
  const practice = createPractice(useApp());
  // The easiest first, those of a grade at random.
  const order = untrack(() => shuffled(props.puzzles).sort((one, other) => one.grade - other.grade));
  const until = Date.now() + DURATION;
  const [left, setLeft] = createSignal(DURATION);
  const [index, setIndex] = createSignal(0);
  const [solved, setSolved] = createSignal(0);
  const [missed, setMissed] = createSignal<readonly Puzzle[]>([]);
  /** What the last puzzle was: right, or what would have been. */
  const [last, setLast] = createSignal<{ turn: string; right?: string | undefined }>();
  const puzzle = createMemo(() => order[index()]);
  const end = () => props.end(untrack(solved), untrack(missed));
  const timer = setInterval(() => {
    setLeft(until - Date.now());
    if (untrack(left) <= 0) end();
  }, 200);
  onCleanup(() => clearInterval(timer));

  const attempt = createMemo<Attempt | undefined>(() => {
    const now = puzzle();
    if (!now) return undefined;
    const board = practice.board(props.game.summary.id, () => "");
    const begun = untrack(() => createAttempt(now, board, pauseOf(PAUSE)));
    onCleanup(begun.end);
    return begun;
  });
  createEffect(
    on(
      () => attempt()?.standing(),
      (now) => {
        const [of, right] = untrack(() => [puzzle(), attempt()?.next()] as const);
        if (!of || !now || (now.type !== "wrong" && now.type !== "solved")) return;
        if (now.type === "solved") {
          props.learned.solve(puzzleList(props.game.summary.id), keyOf(of));
          setSolved((old) => old + 1);
          setLast({ turn: of.solutions[0]?.at(-1) ?? "" });
        } else {
          setMissed((old) => [...old, of]);
          setLast({ turn: now.turn, right });
        }
        setTimeout(() => setIndex((old) => old + 1), PAUSE);
      },
    ),
  );
  // Solving all of them beats the clock.
  createEffect(() => !puzzle() && end());
  const side = () => props.game.summary.sides.find((_, side) => practice.app.isMine(side)) ?? "";
  return (
    <AppProvider value={practice.app}>
      <Show when={attempt()}>
        {(attempt) => (
          <ExerciseTable game={props.game} attempt={attempt()} pointed={[]}>
            <section class="lesson task" aria-label={t("Your task")}>
              <div class="row apart">
                <h1>{t("Storm")}</h1>
                <span class="storm-clock" role="timer" classList={{ short: left() < 30_000 }}>
                  {clockText(Math.max(0, left()))}
                </span>
              </div>
              <p class="goal">
                {t("{side} to move.", { side: side() })} {puzzle()?.goal}
              </p>
              <p aria-live="polite">
                {t("{count} solved", { count: solved() })}
                <Show when={missed().length > 0}>, {t("{count} missed", { count: missed().length })}</Show>
              </p>
              <p class="answer" aria-live="polite">
                <Show when={last()}>
                  {(now) => (
                    <Show
                      when={now().right}
                      fallback={
                        <strong class="verdict right">{t("Right: {turn}", { turn: now().turn })}</strong>
                      }
                    >
                      {(right) => (
                        <strong class="verdict">
                          {t("Not {turn}, but {right}", { turn: now().turn, right: right() })}
                        </strong>
                      )}
                    </Show>
                  )}
                </Show>
              </p>
              <div class="row onward">
                <button class="quiet" onClick={end}>
                  {t("Stop")}
                </button>
              </div>
            </section>
          </ExerciseTable>
        )}
      </Show>
    </AppProvider>
  );
}

function Over(props: {
  result: Result & { game: GameSummary; puzzles: readonly Puzzle[] };
  again: () => void;
}) {
  const number = (puzzle: Puzzle) => String(props.result.puzzles.indexOf(puzzle) + 1);
  return (
    <div class="page learn">
      <LearnNav view="puzzles" />
      <h1>{t("{count} solved", { count: props.result.solved })}</h1>
      <Show when={Math.max(props.result.solved, props.result.record) > 0}>
        <p class="lead">
          {props.result.solved > props.result.record
            ? t("Your best storm of {game}.", { game: props.result.game.name })
            : t("{game}: your record is {count}.", {
                game: props.result.game.name,
                count: props.result.record,
              })}
        </p>
      </Show>
      <Show when={props.result.missed.length > 0}>
        <p>
          {t("Missed:")}{" "}
          <For each={props.result.missed}>
            {(puzzle) => (
              <>
                <a href={href("puzzles", props.result.game.id, number(puzzle))}>
                  {t("Puzzle {number}", { number: number(puzzle) })}
                </a>{" "}
              </>
            )}
          </For>
        </p>
      </Show>
      <p class="row">
        <button class="primary" onClick={() => props.again()}>
          {t("Once more")}
        </button>
        <a class="button quiet" href="#/puzzles">
          {t("All puzzles")}
        </a>
      </p>
    </div>
  );
}
