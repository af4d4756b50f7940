/** One question about a piece, and what is right. */

import { For, Match, Show, Switch, createMemo, createResource, createSignal, onMount } from "solid-js";
import { Board } from "../../../board/Board";
import { TilePicture } from "../../../board/Tile";
import { EMPTY, codeOf } from "../../../board/piece";
import { middleOf } from "../../../board/shape";
import type { Target } from "../../../board/target";
import { marksInWords } from "../../../entry/mark";
import { t } from "../../../language/language";
import type { Kind } from "../../../learn/round";
import { shuffled } from "../../../learn/shuffled";
import type { GameView } from "../../../protocol/protocol";
import { useApp } from "../../../state/app";
import PiecePage from "../../guide/PiecePage";
import { SHOWN, isAlike, onlyWith } from "./reach";

interface QuestionProps {
  game: GameView;
  type: number;
  kind: Kind;
  /** Returns the squares to which a piece can go. */
  reachOf: (type: number) => Promise<readonly Target[]>;
  /** It has been answered, and the person goes on. */
  answer: (isRight: boolean) => void;
}

/** How many names there are to choose from. */
const CHOICES = 4;
/** The most pieces that are looked at to find some with other moves. */
const MAX_LOOKED_AT = 8;

export function Question(props: QuestionProps) {
  const name = () => props.game.types[props.type]?.name ?? "";
  return (
    <Switch>
      <Match when={props.kind === "meet"}>
        <section class="card-question" aria-label={name()}>
          <h2>{t("This is the {piece}.", { piece: name() })}</h2>
          <PiecePage game={props.game} type={props.type} side={0} isBrief />
          <Onward go={() => props.answer(true)} />
        </section>
      </Match>
      <Match when={props.kind === "squares"}>
        <Squares {...props} />
      </Match>
      <Match when={true}>
        <Names {...props} />
      </Match>
    </Switch>
  );
}

/** The button to the next question, ready for the key Enter. */
function Onward(props: { go: () => void }) {
  let button!: HTMLButtonElement;
  onMount(() => button.focus({ preventScroll: true }));
  return (
    <button ref={button} class="primary" onClick={() => props.go()}>
      {t("Go on")}
    </button>
  );
}

function Verdict(props: { isRight: boolean; children: string }) {
  return (
    <p class="verdict" classList={{ right: props.isRight }} role="status">
      {props.isRight ? t("Right!") : props.children}
    </p>
  );
}

/** The squares of a piece are marked. */
function Squares(props: QuestionProps) {
  const app = useApp();
  const [reach] = createResource(() => props.reachOf(props.type));
  const [marked, setMarked] = createSignal<readonly number[]>([]);
  const [isTold, setTold] = createSignal(false);
  const name = () => props.game.types[props.type]?.name ?? "";
  const middle = () => middleOf(props.game.summary);
  const board = createMemo(() => onlyWith(props.game, codeOf(props.type, 0)));
  const isRight = () => {
    const right = reach()?.map(({ square }) => square) ?? [];
    return right.length === marked().length && right.every((square) => marked().includes(square));
  };
  const click = (square: number) => {
    if (isTold() || square === middle()) return;
    setMarked((now) => (now.includes(square) ? now.filter((one) => one !== square) : [...now, square]));
  };
  return (
    <section class="card-question" aria-label={name()}>
      <h2>{t("Where can the {piece} go? Mark all squares.", { piece: name() })}</h2>
      <p class="faint">{t("Nothing else stands on the board.")}</p>
      <div class="card-board">
        <Board
          scrolls
          game={props.game}
          // The small diagram of another tile would tell.
          set={app.library.tileSet(props.game.summary.id, "letters")}
          scene={{ board: board() }}
          label={t("Squares to be marked")}
          around={{ square: middle(), reach: SHOWN }}
          last={marked()}
          targets={isTold() ? (reach() ?? []) : []}
          onClick={click}
          describe={(square) =>
            [marked().includes(square) && t("marked"), isTold() && wordsAt(reach() ?? [], square)]
              .filter(Boolean)
              .join(", ")
          }
        />
      </div>
      <Show
        when={isTold()}
        fallback={
          <button class="primary" disabled={!reach() || marked().length === 0} onClick={() => setTold(true)}>
            {t("Check")}
          </button>
        }
      >
        <Verdict isRight={isRight()}>
          {t("Not quite: the signs show where it goes. It will be asked once more.")}
        </Verdict>
        <p class="description">{props.game.types[props.type]?.description}</p>
        <Onward go={() => props.answer(isRight())} />
      </Show>
    </section>
  );
}

/** The name of a piece is chosen, by its tile or by its moves. */
function Names(props: QuestionProps) {
  const app = useApp();
  const [asked] = createResource(async () => {
    /* eslint-disable solid/reactivity -- another question is another component */
    const { game, type, kind, reachOf } = props;
    /* eslint-enable solid/reactivity */
    const reach = kind === "moves" ? await reachOf(type) : [];
    const others: number[] = [];
    for (const other of likely(game, type).slice(0, MAX_LOOKED_AT)) {
      if (others.length === CHOICES - 1) break;
      if (kind !== "moves" || !isAlike(reach, await reachOf(other))) others.push(other);
    }
    return { reach, choices: shuffled([type, ...others]) };
  });
  const [chosen, setChosen] = createSignal<number>();
  const name = (type: number) => props.game.types[type]?.name ?? "";
  const isRight = () => chosen() === props.type;
  const set = () => app.library.tileSet(props.game.summary.id, "letters");
  const empty = createMemo(() => onlyWith(props.game, EMPTY));
  return (
    <section class="card-question" aria-label={t("A piece without its name")}>
      <h2>{props.kind === "moves" ? t("Which piece goes there?") : t("What is this piece called?")}</h2>
      <Show when={asked()}>
        {(asked) => (
          <>
            <Show
              when={props.kind === "moves"}
              fallback={
                <TilePicture game={props.game} set={set()} code={codeOf(props.type, 0)} up size={112} />
              }
            >
              <div class="card-board">
                <Board
                  scrolls
                  game={props.game}
                  set={set()}
                  scene={{ board: empty() }}
                  label={t("Where a piece can go from the middle")}
                  around={{ square: middleOf(props.game.summary), reach: SHOWN }}
                  selected={middleOf(props.game.summary)}
                  targets={asked().reach}
                  describe={(square) => wordsAt(asked().reach, square)}
                />
              </div>
            </Show>
            <div class="choices" role="group" aria-label={t("Names")}>
              <For each={asked().choices}>
                {(choice) => (
                  <button
                    disabled={chosen() !== undefined}
                    aria-pressed={chosen() === choice}
                    classList={{ right: chosen() !== undefined && choice === props.type }}
                    onClick={() => setChosen(choice)}
                  >
                    {name(choice)}
                  </button>
                )}
              </For>
            </div>
          </>
        )}
      </Show>
      <Show when={chosen() !== undefined}>
        <Verdict isRight={isRight()}>
          {t("It is the {piece}. It will be asked once more.", { piece: name(props.type) })}
        </Verdict>
        <p class="description">{props.game.types[props.type]?.description}</p>
        <Onward go={() => props.answer(isRight())} />
      </Show>
    </section>
  );
}

/** Says what a piece does on a square, if it can go there. */
function wordsAt(reach: readonly Target[], at: number): string | undefined {
  const target = reach.find(({ square }) => square === at);
  return target && marksInWords(target.marks);
}

/** Returns the pieces with which one may be confused, the likeliest first: by the letter, then by the place in the list. */
function likely(game: GameView, type: number): number[] {
  const letter = (index: number) => game.types[index]?.id.charAt(0);
  const distance = (index: number) => Math.abs(index - type) + (letter(index) === letter(type) ? 0 : 1000);
  return game.types
    .map((_, index) => index)
    .filter((index) => index !== type && game.types[index]?.standing !== "nowhere")
    .sort((a, b) => distance(a) - distance(b));
}
