/** An experiment with a game: quick games of the engine against itself, begun, watched and stopped. */

import { type Accessor, type JSX, Show, createEffect, createSignal, on } from "solid-js";
import { t } from "../../language/language";
import type { Command, GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import "../../style/make.css";
import { Segments } from "../Segments";

interface ExperimentProps<Report> {
  game: GameView;
  title: string;
  /** What it is for. */
  children: JSX.Element;
  /** How many games can be chosen, and how many are chosen at first. */
  counts: readonly number[];
  count: number;
  /** Returns the command that begins it. */
  command: (games: number) => Command;
  /** What has been told of it. */
  report: Report | undefined;
  /** What is shown until something has been told. */
  known?: Report | undefined;
  /** Returns how much of it is done. */
  done: (report: Report) => number;
  /** Returns how much there is to do with so many games to play. */
  all: (games: number) => number;
  /** Shows what it has shown. */
  shown: (report: Accessor<Report>) => JSX.Element;
}

export function Experiment<Report extends { wanted: number; games: number; over: boolean }>(
  props: ExperimentProps<Report>,
) {
  const app = useApp();
  // eslint-disable-next-line solid/reactivity -- the choice of the first moment
  const [count, setCount] = createSignal(props.count);
  /** Whether one has begun of which nothing has been heard, and whether one is lost: the connection was, and its games with it. */
  const [begun, setBegun] = createSignal(false);
  const [isLost, setLost] = createSignal(false);
  const shown = () => props.report ?? props.known;
  const isOver = () => !begun() && (props.report?.over !== false || isLost());
  createEffect(
    on(
      () => props.report,
      () => {
        setBegun(false);
        setLost(false);
      },
      { defer: true },
    ),
  );

  async function begin(): Promise<void> {
    setBegun(true);
    if (!(await app.ask(props.command(count())))) setBegun(false);
  }
  async function stop(): Promise<void> {
    setBegun(false);
    if (!(await app.ask({ type: "stopTrial" }))) setLost(true);
  }

  return (
    <div class="page trial">
      <a class="faint" href={href("help", props.game.summary.id)}>
        {props.game.summary.name}
      </a>
      <h1>{props.title}</h1>
      <p class="lead">{props.children}</p>
      <div class="row trial-controls">
        <Segments
          label={t("How many games")}
          value={String(count())}
          options={props.counts.map((games) => ({
            value: String(games),
            label: t("{count} games", { count: games }),
          }))}
          choose={(value) => setCount(Number(value))}
        />
        <Show when={isOver()} fallback={<button onClick={() => void stop()}>{t("Stop")}</button>}>
          <button class="primary" onClick={() => void begin()}>
            {shown() ? t("Play anew") : t("Begin")}
          </button>
        </Show>
      </div>
      <Show when={!isOver()}>
        <progress
          max={props.all(begun() ? count() : (props.report?.wanted ?? 1))}
          value={begun() || !props.report ? 0 : props.done(props.report)}
          aria-label={t("Games that have been played")}
        />
      </Show>
      <Show when={shown()}>
        {(report) => (
          <Show when={report().games > 0} fallback={<p>{t("No game has been played to its end.")}</p>}>
            {props.shown(report)}
          </Show>
        )}
      </Show>
    </div>
  );
}
