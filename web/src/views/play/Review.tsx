/** The engine's review of the whole game: accuracy, mistakes, and training on them. */

import { For, Show, createMemo } from "solid-js";
import { Rich } from "../../language/Rich";
import { sentence, t, told } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { MistakeTraining } from "../../state/mistakes";
import { GLYPHS, type JudgedTurn, REVIEW_TIME_MS, accuracyOf, judgedTurns, signOf } from "../../state/review";
import { usePreview, usePreviews } from "../preview/previews";
import { EvaluationGraph } from "./EvaluationGraph";
import { TurnTile } from "./TurnTile";

export default function Review(props: { game: GameView; training: MistakeTraining }) {
  const app = useApp();
  const { ask, facts } = app;
  const state = facts.state;
  const turns = createMemo(() => judgedTurns(facts.tree(), facts.scores(), state()?.node ?? 0));
  const mistakes = () => turns().filter(({ judgement }) => judgement.nag !== undefined);
  const isReviewing = () => state()?.reviewing ?? false;
  /** The sides that a person plays and that have something to learn. */
  const learners = () =>
    [0, 1].filter(
      (side) =>
        state()?.players[side]?.type === "person" && mistakes().some(({ node }) => node.side === side),
    );
  const name = (side: number) => props.game.summary.sides[side] ?? "";
  return (
    <div class="review">
      <Show
        when={props.training.mistake()}
        fallback={
          <>
            <Show
              when={isReviewing()}
              fallback={
                <button
                  class={turns().length > 0 ? "quiet" : "primary"}
                  disabled={facts.tree().size < 2}
                  onClick={() => void ask({ type: "review", ms: REVIEW_TIME_MS })}
                >
                  {turns().length > 0 ? t("Review it again") : t("Review the game")}
                </button>
              }
            >
              <label class="progress">
                {t("Reviewing, {done} of {count}", {
                  done: facts.review()?.done ?? 0,
                  count: facts.review()?.total ?? 0,
                })}
                <progress max={facts.review()?.total ?? 1} value={facts.review()?.done ?? 0} />
              </label>
              <button class="quiet" onClick={() => void ask({ type: "stopReview" })}>
                {t("Stop")}
              </button>
            </Show>
            <EvaluationGraph />
            <KnownOpening />
            <Show when={turns().length > 0}>
              <Accuracies game={props.game} turns={turns()} />
            </Show>
            <Show when={!isReviewing()}>
              <For each={learners()}>
                {(side) => (
                  <button
                    class="primary"
                    onClick={() => {
                      props.training.begin(mistakes().filter(({ node }) => node.side === side));
                      // On a phone the board may have been left for the list.
                      scrollTo(0, 0);
                    }}
                  >
                    {learners().length > 1
                      ? t("Learn from the mistakes of {side}", { side: name(side) })
                      : t("Learn from your mistakes")}
                  </button>
                )}
              </For>
            </Show>
            <Show when={mistakes().length > 0}>
              <ol class="mistakes" aria-label={t("Mistakes")}>
                <For each={mistakes()}>{(turn) => <Mistake turn={turn} />}</For>
              </ol>
            </Show>
            <Show when={turns().length > 0 && mistakes().length === 0 && !isReviewing()}>
              <p>{t("No mistake has been found.")}</p>
            </Show>
          </>
        }
      >
        <p>{t("A better turn is being looked for.")}</p>
      </Show>
    </div>
  );
}

/** The opening by its name, and the turn by which the game has left the known ones. */
function KnownOpening() {
  const { facts } = useApp();
  const opening = () => facts.state()?.opening;
  const left = () => facts.tree().get(opening()?.left ?? -1);
  return (
    <Show when={opening()}>
      <p class="opening">
        <Show when={opening()?.name}>{(name) => <strong>{told(name())}</strong>}</Show>{" "}
        <Show when={left()}>
          {(node) => (
            <>{t("{turn} has left the known openings.", { turn: `${node().number} ${node().text}` })}</>
          )}
        </Show>
      </p>
    </Show>
  );
}

/** How well each side has played, and how often it has not. */
function Accuracies(props: { game: GameView; turns: readonly JudgedTurn[] }) {
  const count = (side: number, nag: number) =>
    props.turns.filter(({ node, judgement }) => node.side === side && judgement.nag === nag).length;
  return (
    <table class="accuracies">
      <thead>
        <tr>
          <td />
          <th scope="col">{t("accuracy")}</th>
          <For each={GLYPHS}>
            {({ nag, sign, name }) => (
              <th scope="col" class={`nag-${nag}`} title={t(name)}>
                <span aria-hidden="true">{sign}</span>
                <span class="visually-hidden">{t(name)}</span>
              </th>
            )}
          </For>
        </tr>
      </thead>
      <tbody>
        <For each={props.game.summary.sides}>
          {(name, side) => (
            <tr>
              <th scope="row">{name}</th>
              <td>
                <strong>{accuracyOf(props.turns, side()) ?? "–"}</strong>
              </td>
              <For each={GLYPHS}>{({ nag }) => <td>{count(side(), nag)}</td>}</For>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}

function Mistake(props: { turn: JudgedTurn }) {
  const app = useApp();
  const node = () => props.turn.node;
  const isHere = () => app.facts.state()?.node === node().id;
  const elsewhere = () => (isHere() ? undefined : { node: node().id });
  const preview = usePreview(elsewhere);
  return (
    <li>
      <button
        {...preview}
        class="quiet mistake"
        aria-current={isHere() ? "true" : undefined}
        onClick={() => app.jump(node().id)}
      >
        <span class={`nag-${props.turn.judgement.nag ?? 0}`} translate="no">
          {node().number} <TurnTile text={node().text} side={node().side} />
          {node().text}
          {signOf(props.turn.judgement.nag)}
        </span>{" "}
        {sentence(props.turn.judgement.reason ?? "")}
      </button>
      <Show when={props.turn.best}>
        {(best) => (
          <span class="better">
            <Rich
              text={t("Better was <turn>{turn}</turn>.", { turn: best() })}
              parts={{ turn: () => <Better before={node().parent ?? 0} turn={best()} side={node().side} /> }}
            />
          </span>
        )}
      </Show>
    </li>
  );
}

/** A turn that was not played: it shows the board after it. */
function Better(props: { before: number; turn: string; side: number }) {
  const previews = usePreviews();
  const what = () => ({ node: props.before, turns: [props.turn] });
  return (
    <button
      class="turn"
      translate="no"
      {...previews.of(what)}
      onClick={(event) => previews.show({ ...what(), beside: event.currentTarget })}
    >
      <TurnTile text={props.turn} side={props.side} />
      {props.turn}
    </button>
  );
}
