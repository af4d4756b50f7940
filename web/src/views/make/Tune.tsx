/** What are the pieces worth? The engine learns it from games against itself, and proves it by more games. */

import { For, Show, createMemo } from "solid-js";
import { number, t } from "../../language/language";
import type { GameView, TuningView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { DrawableGame } from "../DrawableGame";
import { Experiment } from "./Experiment";
import { noRoom } from "./ForkButton";
import { PieceName } from "./PieceName";
import { learnedTypes, withWorths } from "./worths";

export default function Tune() {
  const app = useApp();
  const id = () => {
    const route = app.route();
    return route.view === "tune" ? route.game : undefined;
  };
  return <DrawableGame id={id()}>{(game) => <TuneOf game={game} />}</DrawableGame>;
}

function TuneOf(props: { game: GameView }) {
  const app = useApp();
  const id = () => props.game.summary.id;
  return (
    <Experiment
      game={props.game}
      title={t("What are the pieces worth?")}
      counts={[60, 200, 500]}
      count={200}
      command={(games) => ({ type: "tune", game: id(), games })}
      report={app.facts.tunings().get(id())}
      done={(tuning) => tuning.games + tuning.proofs}
      // It plays as many to prove what it has learned.
      all={(games) => 2 * games}
      shown={(tuning) => <Shown game={props.game} tuning={tuning()} />}
    >
      {t(
        "The engine guesses the worth of a piece from its moves. Here it learns from games against itself, then plays as many with the new worths against itself as it is. Keep them if they win more.",
      )}
    </Experiment>
  );
}

function Shown(props: { game: GameView; tuning: TuningView }) {
  const app = useApp();
  const tuning = () => props.tuning;
  const learned = createMemo(() => new Set(learnedTypes(tuning())));
  /** The types in the array and those that were learned, the most valuable first. */
  const types = createMemo(() =>
    props.game.types
      .map((type, index) => ({ type, index, worth: tuning().worths[index] ?? 0 }))
      .filter(({ type, index }) => !type.royal && (type.starts.length > 0 || learned().has(index)))
      .sort((one, other) => other.worth - one.worth),
  );
  const draft = () => app.drafts.all().find(({ playable }) => playable?.summary.id === tuning().game);

  function keep(): void {
    const found = draft();
    if (found) {
      app.drafts.save(found.name, withWorths(found.text, props.game, tuning()), found.text);
      location.hash = href("make", found.name);
      return;
    }
    const text = withWorths(props.game.text ?? "", props.game, tuning());
    const name = app.drafts.create(props.game.summary.name, text, tuning().game);
    if (name === undefined) app.notices.show(noRoom());
    else location.hash = href("make", name);
  }

  const shown = (worth = 0) => number(worth / 100, 1);
  return (
    <>
      <p class="note advice" role="status">
        <Result tuning={tuning()} hasLearned={learned().size > 0} />
      </p>
      <Show when={tuning().over && learned().size > 0}>
        <div class="row trial-controls">
          <button class={tuning().share[1] > 50 ? "primary" : ""} onClick={keep}>
            {t("Keep the new worths")}
          </button>
          <span class="faint">
            {draft()
              ? t("They are written into the text of {name}.", { name: draft()?.name ?? "" })
              : t("A game of your own is made from this one.")}
          </span>
        </div>
      </Show>
      <section class="trial-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("Piece")}</th>
              <th scope="col">{t("Worth")}</th>
              <th scope="col">{t("Learned")}</th>
            </tr>
          </thead>
          <tbody>
            <For each={types()}>
              {({ type, index, worth }) => (
                <tr>
                  <PieceName game={props.game} index={index} type={type} />
                  <td>{shown(tuning().before[index])}</td>
                  <td>{learned().has(index) ? <strong>{shown(worth)}</strong> : t("the same")}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </>
  );
}

/** What the games have brought so far, in a sentence. */
function Result(props: { tuning: TuningView; hasLearned: boolean }) {
  const counted = () => ({ count: props.tuning.proofs });
  const share = () => {
    const [low, mean, high] = props.tuning.share;
    return { share: mean, low, high };
  };
  return (
    <Show
      when={props.tuning.proofs > 0}
      fallback={
        props.tuning.over && !props.hasLearned
          ? t("The games say nothing else than the moves: the worths stay as they are.")
          : props.tuning.over
            ? t("It was stopped after {count} games: the new worths are not proved.", {
                count: props.tuning.games,
              })
            : t("{count} games to learn from so far.", { count: props.tuning.games })
      }
    >
      {t("In {count} games the new worths make {share} of 100 points (95% between {low} and {high}).", {
        ...counted(),
        ...share(),
      })}{" "}
      <Show when={props.tuning.over}>
        {props.tuning.share[0] > 50
          ? t("They are better.")
          : props.tuning.share[2] < 50
            ? t("They are worse: leave them.")
            : t("That may be chance: more games would tell.")}
      </Show>
    </Show>
  );
}
