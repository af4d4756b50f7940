/** The pieces of a game by heart: rounds of questions, and what comes back when. */

import { For, Match, Show, Switch, createMemo, createSignal } from "solid-js";
import { TilePicture } from "../../../board/Tile";
import { codeOf, isPromoted } from "../../../board/piece";
import type { Target } from "../../../board/target";
import { dayAndTime, number, t, told } from "../../../language/language";
import { type Evening, TAUGHT, eveningOf } from "../../../learn/course";
import { type Kind, type Round, answered, newRound } from "../../../learn/round";
import type { GameView } from "../../../protocol/protocol";
import { useApp } from "../../../state/app";
import { createCards } from "../../../state/cards";
import { href } from "../../../state/route";
import "../../../style/learn.css";
import { DrawableGame } from "../../DrawableGame";
import { GameSelect } from "../../GameSelect";
import { LearnNav } from "../LearnNav";
import { typesOf } from "../course/progress";
import { Question } from "./Question";
import { canBeMarked, shownReach } from "./reach";

/** The most pieces of a round, and the most new ones. */
const ROUND = 10;
const FRESH = 5;

export default function PieceCards() {
  const app = useApp();
  const asked = createMemo(() => {
    const route = app.route();
    return route.view === "cards" ? route : undefined;
  });
  /** The evening of the course whose pieces are asked about; all pieces if there is none. */
  const evening = createMemo(() => (asked()?.game === TAUGHT ? eveningOf(asked()?.evening) : undefined));
  return (
    <DrawableGame id={asked()?.game}>
      {(game) => <For each={[evening()]}>{(evening) => <CardsOf game={game} evening={evening} />}</For>}
    </DrawableGame>
  );
}

function CardsOf(props: { game: GameView; evening: Evening | undefined }) {
  const app = useApp();
  // eslint-disable-next-line solid/reactivity -- another game or evening is another component
  const { game, evening } = props;
  const deck = evening && new Set(typesOf(game, evening));
  const isInDeck = (type: number) => !deck || deck.has(type);
  const cards = createCards(app.storage, game.summary.id);
  const [round, setRound] = createSignal<Round>();
  const [isBeginning, setBeginning] = createSignal(false);
  const typeOf = (piece: string) => game.types.findIndex(({ id }) => id === piece);
  /** The pieces that can be asked about, those of the array first. */
  const all = game.types
    .map((type, index) => ({ type, index }))
    .filter(({ type, index }) => type.standing !== "nowhere" && isInDeck(index))
    .sort((a, b) => Number(isPromoted(game, a.index)) - Number(isPromoted(game, b.index)));
  const known = createMemo(() => all.filter(({ type }) => cards.known().has(type.id)));
  const due = createMemo(() =>
    cards
      .due()
      .map(typeOf)
      .filter((type) => type >= 0 && isInDeck(type)),
  );
  const fresh = createMemo(() => all.filter(({ type }) => !cards.known().has(type.id)));
  const isOver = () => round()?.items.length === 0;
  /** How many answers are behind, and how many there will be at least. */
  const [done, setDone] = createSignal(0);

  /** What has been told: a piece is asked about more than once. */
  const reaches = new Map<number, readonly Target[]>();
  async function reachOf(type: number): Promise<readonly Target[]> {
    const reach = reaches.get(type) ?? (await shownReach(app, game, type));
    // A failed request may succeed later.
    if (reach.length > 0) reaches.set(type, reach);
    return reach;
  }

  async function begin(): Promise<void> {
    setBeginning(true);
    const old = due().slice(0, ROUND);
    const added = fresh()
      .slice(0, Math.min(FRESH, ROUND - old.length))
      .map(({ index }) => index);
    const asked = [...old, ...added];
    const reaches = await Promise.all(asked.map(reachOf));
    const kindsOf = (type: number): Kind[] => {
      const reach = reaches[asked.indexOf(type)] ?? [];
      const kinds: Kind[] = ["name"];
      if (canBeMarked(reach)) kinds.unshift("squares");
      if (reach.length > 0) kinds.push("moves");
      return kinds;
    };
    setDone(0);
    setRound(newRound(old, added, kindsOf));
    setBeginning(false);
  }

  function answer(isRight: boolean): void {
    const before = round();
    if (!before) return;
    const after = answered(before, isRight);
    for (const type of after.done.slice(before.done.length)) {
      const piece = game.types[type]?.id;
      if (piece !== undefined) cards.answer(piece, !after.missed.has(type));
    }
    setDone(done() + 1);
    setRound(after);
  }

  return (
    <div class="page learn by-heart">
      <LearnNav view="cards" />
      <Show when={evening}>
        {(evening) => <a href={href("course", evening().id)}>{told(evening().title)}</a>}
      </Show>
      <h1>{t("Pieces by heart")}</h1>
      <Switch>
        <Match when={round() && !isOver() && round()}>
          {(round) => (
            <>
              <progress aria-label={t("The round")} value={done()} max={done() + round().items.length} />
              <Show when={round().items[0]} keyed>
                {(item) => (
                  <Question game={game} type={item.type} kind={item.kind} reachOf={reachOf} answer={answer} />
                )}
              </Show>
            </>
          )}
        </Match>
        <Match when={true}>
          <Show
            when={round()}
            fallback={
              <p class="lead">
                {t(
                  "A few pieces at a time: see what they do, mark where they go, tell their names. Each comes back just before you would forget it.",
                )}
              </p>
            }
          >
            {(round) => <Summary game={game} round={round()} />}
          </Show>
          <Show when={!evening}>
            <p>
              <GameSelect game={game.summary.id} choose={(id) => (location.hash = href("cards", id))} />
            </p>
          </Show>
          <p role="status">
            {t("You have met {met} of {count} pieces; {due} are to be asked about again.", {
              met: number(known().length),
              count: number(all.length),
              due: number(due().length),
            })}
          </p>
          <Show
            when={due().length + fresh().length > 0}
            fallback={
              <p class="faint">
                <Show when={cards.next()}>
                  {(next) => t("The next one comes back on {date}.", { date: dayAndTime(next().getTime()) })}
                </Show>
              </p>
            }
          >
            <button class="primary large" disabled={isBeginning()} onClick={() => void begin()}>
              {round() ? t("Next round") : t("Begin")}
            </button>
          </Show>
          <Show when={fresh().length === 0 && evening}>
            {(evening) => (
              <p>
                <a class="button primary" href={href("course", evening().id)}>
                  {t("On with the evening: {title}", { title: told(evening().title) })}
                </a>
              </p>
            )}
          </Show>
        </Match>
      </Switch>
    </div>
  );
}

/** How a round has gone. */
function Summary(props: { game: GameView; round: Round }) {
  const app = useApp();
  return (
    <section class="round-over" aria-label={t("The round is over")}>
      <h2>
        {t("{right} of {count} without a mistake", {
          right: number(props.round.done.length - props.round.missed.size),
          count: number(props.round.done.length),
        })}
      </h2>
      <ul>
        <For each={props.round.done}>
          {(type) => (
            <li classList={{ missed: props.round.missed.has(type) }}>
              <a href={href("pieces", props.game.summary.id, props.game.types[type]?.id ?? "")}>
                <TilePicture
                  game={props.game}
                  set={app.library.tileSet(props.game.summary.id)}
                  code={codeOf(type, 0)}
                  up
                  size={40}
                />
                {props.game.types[type]?.name}
              </a>
              <span class="faint">{props.round.missed.has(type) ? t("once more soon") : t("known")}</span>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
