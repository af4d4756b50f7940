/** Questions about the turn being entered, beside its square: which way, whether to continue, whether to play it. */

import { For, type JSX, Match, Show, Switch, createSignal, onCleanup, untrack } from "solid-js";
import { type AreaOf, BesideSquare } from "../../board/BesideSquare";
import { cellOf } from "../../board/Cells";
import { EMPTY, codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { type Choice, endSquare, squaresAsked } from "../../entry/entry";
import { asksForEntering, choiceLabels, menuTitle, questionOf } from "../../entry/words";
import { t } from "../../language/language";
import type { GameView, StepView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { focusSoon } from "../focus";
import { nextButton } from "./nextButton";

/** Of more choices than this only the pictures are shown, with the words of the one pointed at. */
const MANY = 6;

interface TurnQuestionProps {
  game: GameView;
  entering: Entering;
  areaOf: AreaOf;
}

export function TurnQuestion(props: TurnQuestionProps) {
  const app = useApp();
  const entry = () => props.entering.entry();
  const square = () => endSquare(entry());
  const isMenu = () => entry().choices.length > 0;
  const isSecond = () => entry().settled.length > 0 && !entry().complete;
  const isAsking = () =>
    isMenu() || props.entering.isPending() || isSecond() || questionOf(entry()) !== undefined;
  /** Whether the turn is entered before the opponent has played. */
  const isAhead = () => props.entering.side() !== app.facts.position()?.side;
  const Cancel = () => (
    <button class="quiet" onClick={() => props.entering.cancel()}>
      {t("Cancel")}
    </button>
  );
  return (
    <Show when={isAsking() && square() !== undefined}>
      <BesideSquare areaOf={props.areaOf} square={square() ?? 0} clear={squaresAsked(entry())}>
        <Switch>
          <Match when={isMenu()}>
            <Question label={menuTitle(props.game, entry(), square() ?? 0)} square={square()}>
              <Menu game={props.game} entering={props.entering} />
              <Show when={asksForEntering(entry()) && entry().finish}>
                <button onClick={() => props.entering.finish()}>{t("Nothing comes in")}</button>
              </Show>
              <Cancel />
            </Question>
          </Match>
          <Match when={props.entering.isPending()}>
            <Question label={isAhead() ? t("Premove it?") : t("Play it?")} square={square()}>
              <button class="primary" onClick={() => props.entering.confirm()} ref={focusSoon}>
                {t(isAhead() ? "Premove {turn}" : "Play {turn}", { turn: entry().complete?.text ?? "" })}
              </button>
              <Cancel />
            </Question>
          </Match>
          <Match when={questionOf(entry())}>
            {(question) => (
              <Question label={question()} square={square()}>
                <p role="status">{question()}</p>
                <Cancel />
              </Question>
            )}
          </Match>
          <Match when={isSecond()}>
            <Question label={t("A second step?")} square={square()}>
              <p role="status">{t("A second step?")}</p>
              <Show when={entry().finish}>
                <button onClick={() => props.entering.finish()}>{t("No, end the turn")}</button>
              </Show>
              <Cancel />
            </Question>
          </Match>
        </Switch>
      </BesideSquare>
    </Show>
  );
}

/** A question with its answers: the arrow keys go from one to the next, and the focus returns to the square. */
function Question(props: { label: string; square: number | undefined; children: JSX.Element }) {
  let self!: HTMLDivElement;
  const square = untrack(() => props.square ?? 0);
  onCleanup(() => {
    if (self.contains(document.activeElement)) cellOf(square)?.focus({ preventScroll: true });
  });
  function key(event: KeyboardEvent): void {
    const next = nextButton(self, event.key);
    if (!next) return;
    next.focus();
    event.preventDefault();
  }
  return (
    <div ref={self} class="question" role="dialog" aria-label={props.label} onKeyDown={key}>
      {props.children}
    </div>
  );
}

function Menu(props: { game: GameView; entering: Entering }) {
  const app = useApp();
  const [shown, setShown] = createSignal(0);
  const choices = () => props.entering.entry().choices;
  const labels = () => choiceLabels(props.game, choices());
  const isMany = () => choices().length > MANY;
  /** The piece that the step leaves behind, to be shown beside the choice. */
  const result = (step: StepView) =>
    (step.kind === "place" || step.kind === "drop") && step.promotion !== undefined
      ? codeOf(step.promotion, props.entering.side())
      : (step.changes.find(([square]) => square === step.to)?.[2] ?? EMPTY);
  function pointAt(index: number, choice: Choice): void {
    setShown(index);
    props.entering.pointAtChoice(choice);
  }
  return (
    <>
      <div class="choices" classList={{ many: isMany() }}>
        <For each={choices()}>
          {(choice, index) => (
            <button
              title={labels()[index()] ?? ""}
              onClick={() => props.entering.choose(choice)}
              onPointerEnter={() => pointAt(index(), choice)}
              onPointerLeave={() => props.entering.pointAtChoice(undefined)}
              onFocus={() => pointAt(index(), choice)}
              ref={(button) => {
                if (index() === 0) focusSoon(button);
              }}
            >
              <Show when={result(choice.step) !== EMPTY && result(choice.step)}>
                {(code) => (
                  <TilePicture
                    game={props.game}
                    set={app.library.tileSet(props.game.summary.id)}
                    code={code()}
                    up
                    size={40}
                  />
                )}
              </Show>
              <span class="words">{labels()[index()]}</span>
            </button>
          )}
        </For>
      </div>
      <Show when={isMany()}>
        <p aria-hidden="true">{labels()[shown()]}</p>
      </Show>
    </>
  );
}
