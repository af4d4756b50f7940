/** The puzzles: the games that have some, or those of one game. */

import { For, Match, Show, Switch, createMemo, createResource } from "solid-js";
import { t } from "../../language/language";
import { keyOf } from "../../learn/exercise";
import { dayOf, puzzleOfDay } from "../../learn/daily";
import { hasPuzzles, puzzlesOf } from "../../learn/puzzles";
import type { GameSummary } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type Learned, createLearned } from "../../state/learned";
import { href } from "../../state/route";
import { MiniBoard } from "../games/MiniBoard";
import "../../style/learn.css";
import { NotFound } from "../NotFound";
import { LearnNav } from "./LearnNav";
import { PuzzleView } from "./PuzzleView";
import { Streak } from "./Streak";
import { TodaysPuzzle } from "./TodaysPuzzle";
import { createPosition } from "./position";
import { puzzleList } from "./words";

export default function Puzzles() {
  const app = useApp();
  const learned = createLearned(app.storage);
  const asked = createMemo(() => {
    const route = app.route();
    return route.view === "puzzles" ? route.game : undefined;
  });
  const number = () => {
    const route = app.route();
    return route.view === "puzzles" ? route.number : undefined;
  };
  const [puzzles] = createResource(asked, puzzlesOf);
  const [today] = createResource(() => puzzleOfDay(dayOf(new Date())));
  const todaysNumber = () => (today.latest?.game === asked() ? today.latest?.number : undefined);
  const isMissing = () => (number() ?? 0) > (puzzles()?.length ?? Infinity);
  return (
    <Switch fallback={<p class="page waiting">{t("One moment …")}</p>}>
      <Match when={!asked()}>
        <PuzzleGames learned={learned} />
      </Match>
      <Match when={!hasPuzzles(asked() ?? "")}>
        <NotFound title={t("No puzzles")}>{t("There are no puzzles of this game.")}</NotFound>
      </Match>
      <Match when={isMissing()}>
        <NotFound title={t("No such puzzle")}>{t("This game has fewer puzzles.")}</NotFound>
      </Match>
      <Match when={app.library.drawable(asked())} keyed>
        {(game) => (
          <Show when={puzzles()} keyed>
            {(puzzles) => (
              <PuzzleView
                game={game}
                puzzles={puzzles}
                number={number()}
                today={todaysNumber()}
                learned={learned}
              />
            )}
          </Show>
        )}
      </Match>
    </Switch>
  );
}

function PuzzleGames(props: { learned: Learned }) {
  const app = useApp();
  const games = () => app.facts.games().filter(({ id }) => hasPuzzles(id));
  return (
    <div class="page learn">
      <LearnNav view="puzzles" />
      <h1>{t("Puzzles")}</h1>
      <p class="lead">{t("One turn is better than all others. They come from games of the engine.")}</p>
      <Streak learned={props.learned} />
      <TodaysPuzzle learned={props.learned} />
      <p>
        <a class="button" href="#/storm">
          {t("Storm: as many as you can in five minutes")}
        </a>
      </p>
      <h2>{t("All puzzles")}</h2>
      <ul class="puzzle-games">
        <For each={games()}>{(game) => <PuzzleGame game={game} learned={props.learned} />}</For>
      </ul>
    </div>
  );
}

function PuzzleGame(props: { game: GameSummary; learned: Learned }) {
  const app = useApp();
  const [puzzles] = createResource(() => props.game.id, puzzlesOf);
  const done = () => {
    const solved = props.learned.solved(puzzleList(props.game.id));
    return (puzzles() ?? []).filter((puzzle) => solved.has(keyOf(puzzle))).length;
  };
  /** The puzzle that comes next: the first one that is not solved, or the first of all. */
  const next = () => {
    const solved = props.learned.solved(puzzleList(props.game.id));
    const all = puzzles.latest ?? [];
    return all.find((puzzle) => !solved.has(keyOf(puzzle))) ?? all[0];
  };
  const shown = createPosition(app, () => {
    const position = next()?.position;
    return position === undefined ? undefined : { game: props.game.id, position };
  });
  return (
    <li>
      <a class="lesson-card" href={href("puzzles", props.game.id)}>
        <MiniBoard
          game={props.game}
          board={shown()?.board ?? props.game.start}
          view={app.library.drawable(props.game.id)}
          flipped={shown()?.side === 1}
        />
        <strong>{props.game.name}</strong>
        <span class="faint">
          <Show when={puzzles()}>
            {(all) => t("{done} of {count} solved", { done: done(), count: all().length })}
          </Show>
        </span>
      </a>
    </li>
  );
}
