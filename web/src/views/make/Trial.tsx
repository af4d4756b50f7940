/** How is it? Quick games of the engine against itself, and what they tell the author of a game. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { number, sentence, t } from "../../language/language";
import type { GameView, TrialView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { pack } from "../../state/share";
import "../../style/make.css";
import { DrawableGame } from "../DrawableGame";
import { Segments } from "../Segments";

/** How many games can be chosen. */
const COUNTS = [30, 100, 300] as const;

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
  const trial = () => app.facts.trials().get(id());
  const [count, setCount] = createSignal<(typeof COUNTS)[number]>(100);
  /** Whether a trial has begun of which nothing has been heard, and whether one is lost: the connection was, and its games with it. */
  const [begun, setBegun] = createSignal(false);
  const [isLost, setLost] = createSignal(false);
  const isOver = () => !begun() && (trial()?.over !== false || isLost());
  createEffect(
    on(
      trial,
      () => {
        setBegun(false);
        setLost(false);
      },
      { defer: true },
    ),
  );

  async function begin(): Promise<void> {
    setBegun(true);
    if (!(await app.ask({ type: "trial", game: id(), games: count() }))) setBegun(false);
  }
  async function stop(): Promise<void> {
    setBegun(false);
    if (!(await app.ask({ type: "stopTrial" }))) setLost(true);
  }

  return (
    <div class="page trial">
      <a class="faint" href={href("help", id())}>
        {props.game.summary.name}
      </a>
      <h1>{t("How is it?")}</h1>
      <p class="lead">
        {t(
          "The engine plays quick games against itself and tells what an author wants to know: who wins, how games end, which pieces take part.",
        )}
      </p>
      <div class="row trial-controls">
        <Segments
          label={t("How many games")}
          value={String(count())}
          options={COUNTS.map((games) => ({
            value: String(games),
            label: t("{count} games", { count: games }),
          }))}
          choose={(value) => setCount(COUNTS.find((games) => String(games) === value) ?? 100)}
        />
        <Show when={isOver()} fallback={<button onClick={() => void stop()}>{t("Stop")}</button>}>
          <button class="primary" onClick={() => void begin()}>
            {trial() ? t("Play anew") : t("Begin")}
          </button>
        </Show>
      </div>
      <Show when={!isOver()}>
        <progress
          max={begun() ? count() : (trial()?.wanted ?? 1)}
          value={begun() ? 0 : (trial()?.games ?? 0)}
          aria-label={t("Games that have been played")}
        />
      </Show>
      <Show when={trial()}>
        {(trial) => (
          <Show when={trial().games > 0} fallback={<p>{t("No game has been played to its end.")}</p>}>
            <Shown game={props.game} trial={trial()} />
          </Show>
        )}
      </Show>
    </div>
  );
}

function Shown(props: { game: GameView; trial: TrialView }) {
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
  const openTypical = async (record: string) => {
    location.hash = href("open", "record", await pack(record));
  };
  return (
    <>
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
        <Show when={trial().record}>
          {(record) => (
            <button onClick={() => void openTypical(record())}>{t("Look at a typical game")}</button>
          )}
        </Show>
      </section>
      <section>
        <h2>{t("What the pieces do")}</h2>
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
                    <th scope="row">
                      <a href={href("pieces", summary().id, type.id)}>
                        <TilePicture
                          game={props.game}
                          set={app.library.tileSet(summary().id)}
                          code={codeOf(index, 0)}
                          up
                          size={28}
                        />
                        {type.name}
                      </a>
                    </th>
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
