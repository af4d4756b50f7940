/** An exercise with its board: the task, the progress, and the hints. */

import { type JSX, Match, Show, Switch, createEffect, createMemo, on, onCleanup, untrack } from "solid-js";
import { threatsInWords, turnInWords } from "../../entry/words";
import { t, told } from "../../language/language";
import type { Exercise } from "../../learn/exercise";
import type { GameView } from "../../protocol/protocol";
import { analysePosition } from "../../state/analyse";
import { AppProvider, useApp } from "../../state/app";
import { type Attempt, createAttempt, pauseOf } from "../../state/attempt";
import { createHintSteps, pointedBy } from "../../state/hintSteps";
import type { Practice } from "../../state/practice";
import { focusSoon } from "../focus";
import { HintText } from "../hint/HintText";
import { createReasons } from "../hint/reason";
import { ExerciseTable } from "./ExerciseTable";
import { SolutionLine } from "./SolutionLine";

/** The time between one thing on the board and the next, in milliseconds. */
const PAUSE = 700;

interface TrainerProps {
  game: GameView;
  practice: Practice;
  exercise: Exercise;
  /** Whether the engine answers a wrong turn on the board. */
  isRefuting?: boolean;
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
    const plain = props.practice.board(props.game.summary.id, explain);
    const board = props.isRefuting ? { ...plain, refute: props.practice.refute } : plain;
    // Signals that the attempt reads while it begins do not restart it.
    const begun = untrack(() => createAttempt(exercise, board, pauseOf(PAUSE)));
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
  const hint = createHintSteps();
  createEffect(on([attempt, () => attempt().next()], hint.reset));
  const { app } = untrack(() => props.practice);
  const reasons = createReasons(app, () => {
    const turn = attempt().next();
    const node = facts().position()?.node;
    const isAsked = hint.told() > 0 && attempt().isOpen();
    return isAsked && turn !== undefined && node !== undefined ? [{ node, turn }] : [];
  });
  /** What the turn to be found is about: in the words of the exercise, if it has some. */
  const about = () =>
    attempt().isFirst() && props.exercise.hint ? told(props.exercise.hint) : (reasons()[0] ?? "");
  const tellMore = () => {
    attempt().noteHint();
    hint.more();
  };
  /** The side of the learner: it is to move where the exercise begins. */
  const side = () => props.game.summary.sides.find((_, side) => props.practice.app.isMine(side)) ?? "";

  const isHintShown = () => hint.told() > 0 && attempt().isOpen();
  const pointed = () => (isHintShown() ? pointedBy(hint.told(), wanted()) : []);

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
                    <Show when={now().refutation} fallback={told(now().text)}>
                      {(answer) => (
                        <>
                          {t("The answer is {turn}.", { turn: answer().turn })} {answer().text}
                        </>
                      )}
                    </Show>
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
              <HintText
                game={props.game}
                board={facts().position()?.board ?? []}
                hint={hint}
                turn={wanted()}
                about={about()}
                more={tellMore}
              >
                {t("The turn is {turn}.", { turn: attempt().next() ?? "" })}{" "}
                <button class="quiet" onClick={() => void attempt().take(attempt().next() ?? "")}>
                  {t("Play it")}
                </button>
              </HintText>
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
                  <Show when={attempt().isRefuted()}>
                    <button class="primary" ref={focusSoon} onClick={() => void attempt().takeBack()}>
                      {t("Take it back")}
                    </button>
                  </Show>
                  <Show when={hint.told() === 0 && !attempt().isRefuted()}>
                    <button disabled={!attempt().isOpen()} onClick={tellMore}>
                      {t("Hint")}
                    </button>
                  </Show>
                  <button
                    class="quiet"
                    disabled={!attempt().isOpen() && !attempt().isRefuted()}
                    onClick={() => void attempt().show()}
                  >
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
