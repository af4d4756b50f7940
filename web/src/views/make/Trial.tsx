/** How is it? Quick games of the engine against itself, and what they tell the author of a game. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { number, sentence, t } from "../../language/language";
import type { GameView, TrialView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { storedTrial } from "../../state/atlas";
import { isOwn } from "../../state/ownGames";
import { href } from "../../state/route";
import { pack } from "../../state/share";
import "../../style/make.css";
import { DrawableGame } from "../DrawableGame";
import { Experiment } from "./Experiment";
import { PieceName } from "./PieceName";
import { PieceTravels } from "./PieceTravels";

export default function Trial() {
  const app = useApp();
  const id = () => {
    const route = app.route();
    return route.view === "trial" ? route.game : undefined;
  };
  return <DrawableGame id={id()}>{(game) => <TrialOf game={game} />}</DrawableGame>;
}

function TrialOf(props: { game: GameView }) {
  const app = useApp();
  const id = () => props.game.summary.id;
  /** What came with the page, until games are played here. */
  const [stored, setStored] = createSignal<TrialView>();
  createEffect(
    on(id, (game) => {
      setStored(undefined);
      void storedTrial(game).then((trial) => game === id() && setStored(trial));
    }),
  );
  const own = () => app.facts.trials().get(id());
  return (
    <Experiment
      game={props.game}
      title={t("How is it?")}
      counts={[30, 100, 300]}
      count={100}
      command={(games) => ({ type: "trial", game: id(), games })}
      report={own()}
      known={stored()}
      done={(trial) => trial.games}
      all={(games) => games}
      shown={(trial) => <Shown game={props.game} trial={trial()} isStored={!own()} />}
    >
      {t(
        "The engine plays quick games against itself and tells what an author wants to know: who wins, how games end, which pieces take part.",
      )}
    </Experiment>
  );
}

function Shown(props: { game: GameView; trial: TrialView; isStored: boolean }) {
  const app = useApp();
  const trial = () => props.trial;
  const summary = () => props.game.summary;
  const each = (part: number) => number(part / trial().games, 1);
  const worth = () => app.library.worthOf(summary().id);
  /** The types that have a part in it: in the array, or seen in some game. */
  const types = createMemo(() =>
    props.game.types
      .map((type, index) => ({ type, index, did: trial().types[index] ?? { moves: 0, captures: 0 } }))
      .filter(({ type, did }) => type.starts.length > 0 || did.moves > 0)
      .sort((one, other) => other.did.moves - one.did.moves),
  );
  const parts = () => [
    { words: t("{side} wins", { side: summary().sides[0] }), games: trial().wins[0], kind: "first" },
    { words: t("Draws"), games: trial().draws, kind: "even" },
    { words: t("Given up after 1,000 turns"), games: trial().unfinished, kind: "unfinished" },
    { words: t("{side} wins", { side: summary().sides[1] }), games: trial().wins[1], kind: "second" },
  ];
  const open = async (record: string) => {
    location.hash = href("open", "record", await pack(record));
  };
  return (
    <>
      <Show when={props.isStored}>
        <p class="faint">
          {t("These {count} games came with the page. Play some here to compare.", { count: trial().games })}
        </p>
      </Show>
      <Show when={trial().advice}>{(advice) => <p class="note advice">{sentence(advice())}</p>}</Show>
      <For each={trial().warnings}>{(warning) => <p class="note">{sentence(warning)}</p>}</For>
      <section>
        <h2>{t("Who wins")}</h2>
        <div class="trial-bar" aria-hidden="true">
          <For each={parts().filter(({ games }) => games > 0)}>
            {({ games, kind }) => <span class={kind} style={{ "flex-grow": games }} />}
          </For>
        </div>
        <ul class="trial-parts">
          <For each={parts().filter(({ games, kind }) => games > 0 || kind !== "unfinished")}>
            {({ words, games, kind }) => (
              <li class={kind}>
                {words}: <strong>{number(games, 0)}</strong>
              </li>
            )}
          </For>
        </ul>
        <p>
          {t("{side} makes {share} of 100 points (95% between {low} and {high}).", {
            side: summary().sides[0],
            share: trial().share[1],
            low: trial().share[0],
            high: trial().share[2],
          })}
        </p>
      </section>
      <section>
        <h2>{t("How games go")}</h2>
        <dl class="trial-facts">
          <dt>{t("Length in turns")}</dt>
          <dd>
            {t("{mean}, from {shortest} to {longest}", {
              mean: trial().turns,
              shortest: trial().shortest,
              longest: trial().longest,
            })}
          </dd>
          <dt>{t("Turns to choose from")}</dt>
          <dd>{t("{mean}, up to {most}", { mean: trial().choices, most: trial().mostChoices })}</dd>
          <For each={trial().ends}>
            {(end) => (
              <>
                <dt>{sentence(end.text)}</dt>
                <dd>{number(end.games, 0)}</dd>
              </>
            )}
          </For>
        </dl>
        <Lengths trial={trial()} />
        <Show when={trial().examples.length > 0}>
          <h3>{t("Games to play through")}</h3>
          <ul class="trial-examples">
            <For each={trial().examples}>
              {(example) => (
                <li>
                  <button class="quiet" onClick={() => void open(example.record)}>
                    {sentence(example.text)}{" "}
                    <span class="faint">{t("{count} turns", { count: example.turns })}</span>
                  </button>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </section>
      <PieceTravels game={props.game} trial={trial()} open={(record) => void open(record)} />
      <section>
        <h2>{t("What the pieces do")}</h2>
        <Show when={isOwn(summary().id)}>
          <p>
            <a href={href("tune", summary().id)}>{t("Let the engine learn what they are worth")}</a>
          </p>
        </Show>
        <div class="trial-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("Piece")}</th>
                <th scope="col">{t("Moves a game")}</th>
                <th scope="col">{t("Captures a game")}</th>
                <th scope="col">{t("Worth")}</th>
              </tr>
            </thead>
            <tbody>
              <For each={types()}>
                {({ type, index, did }) => (
                  <tr>
                    <PieceName game={props.game} index={index} type={type} />
                    <td classList={{ never: did.moves === 0 }}>
                      {did.moves === 0 ? t("never") : each(did.moves)}
                    </td>
                    <td classList={{ never: did.captures === 0 }}>
                      {did.captures === 0 ? t("never") : each(did.captures)}
                    </td>
                    <td>{type.royal ? "–" : number((worth()?.[index] ?? 0) / 100, 1)}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

/** How many games have which length: a bar for each length. */
function Lengths(props: { trial: TrialView }) {
  const most = () => Math.max(...props.trial.lengths, 1);
  const range = (index: number) => {
    const { lengthStep: step } = props.trial;
    return t("{from} to {to} turns", { from: index * step, to: (index + 1) * step - 1 });
  };
  return (
    <figure class="trial-lengths">
      <div
        role="img"
        aria-label={t("How many games have which length: most have {range}", {
          range: range(props.trial.lengths.indexOf(most())),
        })}
      >
        <For each={props.trial.lengths}>
          {(games, index) => (
            <span
              title={`${range(index())}: ${t("{count} games", { count: games })}`}
              style={{ height: `${((100 * games) / most()).toFixed(1)}%` }}
            />
          )}
        </For>
      </div>
      <figcaption class="faint">
        <span>0</span>
        <span>{t("{count} turns", { count: props.trial.lengths.length * props.trial.lengthStep })}</span>
      </figcaption>
    </figure>
  );
}
