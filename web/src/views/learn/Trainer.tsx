/** An exercise with its board: the task, the progress, and the hints. */

import { type JSX, Match, Show, Switch, createEffect, createMemo, on, onCleanup, untrack } from "solid-js";
import { EMPTY } from "../../board/piece";
import { nameOf, shapeOf } from "../../board/shape";
import { pieceName, threatsInWords, turnInWords } from "../../entry/words";
import { t, told } from "../../language/language";
import type { Exercise } from "../../learn/exercise";
import type { GameView } from "../../protocol/protocol";
import { analysePosition } from "../../state/analyse";
import { AppProvider, useApp } from "../../state/app";
import { type Attempt, HINT_AFTER, createAttempt } from "../../state/attempt";
import type { Practice } from "../../state/practice";
import { ExerciseTable } from "./ExerciseTable";
import { SolutionLine } from "./SolutionLine";

/** The time between one thing on the board and the next, in milliseconds. */
const PAUSE = 700;

interface TrainerProps {
  game: GameView;
  practice: Practice;
  exercise: Exercise;
  /** The content above the task; `isFresh` until a turn has been tried. */
  about: (isFresh: () => boolean) => JSX.Element;
  /** The links shown once it is done. */
  onward: JSX.Element;
  /** The links shown before. */
  skip?: JSX.Element;
  /** It has been solved; `isClean` without a mistake or help. */
  solved: (isClean: boolean) => void;
  /** The first mistake has been made, or help was needed. */
  flawed?: () => void;
}

export function Trainer(props: TrainerProps) {
  let onward!: HTMLDivElement;
  const page = useApp();
  const facts = () => props.practice.app.facts;
  const attempt = createMemo<Attempt>(() => {
    const exercise = props.exercise;
    const board = props.practice.board(props.game.summary.id, explain);
    // Signals that the attempt reads while it begins do not restart it.
    const begun = untrack(() => createAttempt(exercise, board, pause));
    onCleanup(begun.end);
    return begun;
  });
  const standing = () => attempt().standing();
  const isFinished = () => attempt().isFinished();
  const isFresh = () => attempt().isFirst() && !attempt().isFlawed();
  const wrong = () => {
    const now = standing();
    return now.type === "wrong" ? now : undefined;
  };
  createEffect(
    on(standing, ({ type }) => {
      if (type === "solved") props.solved(!attempt().isFlawed());
    }),
  );
  // On a phone what leads on lies below the window, and the next board above it.
  createEffect(on(isFinished, (now) => now && onward.scrollIntoView({ block: "nearest" }), { defer: true }));
  createEffect(on(attempt, () => scrollTo(0, 0), { defer: true }));
  const isFlawed = createMemo(() => attempt().isFlawed());
  createEffect(on(isFlawed, (now) => now && props.flawed?.()));

  /** Describes the effect of a wrong turn, and the pieces that it leaves to be taken. */
  function explain(): string {
    const position = facts().position();
    if (!position?.last) return "";
    const danger = threatsInWords(props.game, position);
    const words = [`${turnInWords(props.game, position.last)}.`, ...danger];
    return [...words, danger.length > 0 ? "" : t("There is something better.")].join(" ").trim();
  }

  /** The turn to be found, as the session lists it. */
  const wanted = () => {
    const text = attempt().next();
    return text === undefined ? undefined : props.practice.app.turns().seek({ type: "typed", text });
  };
  const hint = () => {
    const from = wanted()?.steps[0];
    if (attempt().isFirst() && props.exercise.hint) return told(props.exercise.hint);
    if (!from || from.kind === "drop") return t("Something is dropped.");
    const square = nameOf(shapeOf(props.game), from.from);
    const piece = pieceName(props.game, facts().position()?.board[from.from] ?? EMPTY);
    return t("Look at the {piece} on {square}.", { piece, square });
  };
  /** The side of the learner: it is to move where the exercise begins. */
  const side = () => props.game.summary.sides.find((_, side) => props.practice.app.isMine(side)) ?? "";

  const isHintShown = () => attempt().isHinted() && !isFinished();
  const pointed = () => {
    const from = wanted()?.steps[0];
    const isText = attempt().isFirst() && props.exercise.hint;
    return isHintShown() && !isText && from && from.kind !== "drop" ? [from.from] : [];
  };

  return (
    // eslint-disable-next-line solid/reactivity -- a trainer keeps its practice
    <AppProvider value={props.practice.app}>
      <ExerciseTable game={props.game} attempt={attempt()} pointed={pointed()}>
        <section class="lesson task" aria-label={t("Your task")}>
          {props.about(isFresh)}
          <p class="goal">
            <Show when={facts().position()}>{t("{side} to move.", { side: side() })}</Show>{" "}
            {told(props.exercise.goal)}
          </p>
          <div class="answer" aria-live="polite">
            <Switch>
              <Match when={wrong()}>
                {(now) => (
                  <p>
                    <strong class="verdict">{t("Not yet: {turn}", { turn: now().turn })}</strong>{" "}
                    {told(now().text)}
                  </p>
                )}
              </Match>
              <Match when={standing().type === "solved"}>
                <p>
                  <strong class="verdict right">{t("Right!")}</strong> {told(props.exercise.done ?? "")}
                </p>
              </Match>
              <Match when={standing().type === "shown"}>
                <p>
                  <strong class="verdict told">{t("This is the solution.")}</strong>{" "}
                  {told(props.exercise.done ?? "")}
                </p>
              </Match>
              <Match when={!attempt().isFirst()}>
                <p>
                  <strong class="verdict right">{t("Right.")}</strong>{" "}
                  {t("Your opponent has answered: go on.")}
                </p>
              </Match>
            </Switch>
            <Show when={isHintShown()}>
              <p>{hint()}</p>
            </Show>
          </div>
          <Show when={isFinished()}>
            <SolutionLine />
          </Show>
          <div class="row onward" ref={onward}>
            <Show
              when={isFinished()}
              fallback={
                <>
                  <Show when={attempt().wrong() >= HINT_AFTER && !attempt().isHinted()}>
                    <button onClick={() => attempt().hint()}>{t("Hint")}</button>
                  </Show>
                  <button class="quiet" disabled={!attempt().isOpen()} onClick={() => void attempt().show()}>
                    {t("Show the solution")}
                  </button>
                  {props.skip}
                </>
              }
            >
              {props.onward}
              <button
                class="quiet"
                onClick={() => void analysePosition(page, props.game.summary.id, props.exercise.position)}
              >
                {t("Analyse it")}
              </button>
            </Show>
          </div>
        </section>
      </ExerciseTable>
    </AppProvider>
  );
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
