/** The set-up phase, played on the board: a click on a framed piece exchanges its pair. */

import { For, Show, Suspense, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { EMPTY, typeOf } from "../../board/piece";
import { SquareFrames } from "../../board/overlay";
import { shapeOf } from "../../board/shape";
import { cornerOf } from "../../board/viewport";
import { pieceName } from "../../entry/words";
import { sentence, t } from "../../language/language";
import type { GameView, SetupView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { AbortButton } from "../friend/AbortButton";
import { ArrangementField } from "./ArrangementField";
import { type ChoiceNews, choiceLabel, lastChoiceInWords } from "./choices";
import { PieceCard } from "./PieceCard";
import { PieceSheet } from "./PieceSheet";
import { useOrientation } from "./orientation";
import { PlayerStrip } from "./PlayerStrip";
import { SetupNews } from "./SetupNews";
import { msg } from "../../language/catalogue";
import { lazily } from "../lazily";

const Talk = lazily(() => import("../friend/Talk"));

export function Setup(props: { game: GameView; phase: SetupView }) {
  const app = useApp();
  const { flipped } = useOrientation();
  const choices = createMemo(() => props.game.setUp[props.phase.phase]?.choices ?? []);
  /** The option of each choice, 0 for the default. */
  const [changed, setChanged] = createSignal<number[]>([]);
  const [preview, setPreview] = createSignal<{ board: number[]; squares: number[][] }>();
  const [hovered, setHovered] = createSignal<number>();
  const [inspected, setInspected] = createSignal<number>();
  const finished = () => app.facts.state()?.finishedPhases ?? [];
  const [message, setMessage] = createSignal<ChoiceNews>();
  // Choices stay as long as their phase lasts.
  createEffect(
    on(choices, (now) => {
      setChanged(now.map(() => 0));
      setPreview(undefined);
      setMessage(lastChoiceInWords(props.game, finished()));
      // The buttons of a phase may lie far below the board of the next one.
      scrollTo(0, 0);
    }),
  );
  const board = () => preview()?.board ?? props.phase.board;
  const isMine = () => app.isMine(props.phase.chooser);
  const name = (side: number) => props.game.summary.sides[side] ?? "";
  const seats = () => app.facts.state()?.seats;
  /** The squares of each pair that may be exchanged; those of a choice about whole armies are none. */
  const pairs = createMemo(() => {
    const { squares } = preview() ?? props.phase;
    return choices().map((choice, index) => (choice.squares.length > 0 ? (squares[index] ?? []) : []));
  });
  const hasPairs = () => pairs().some((squares) => squares.length > 0);
  const choiceAt = (square: number | undefined) =>
    square === undefined || !isMine() ? -1 : pairs().findIndex((list) => list.includes(square));

  function toggle(index: number): void {
    choose(index, changed()[index] ? 0 : 1);
  }

  /** Makes a choice in one of its ways; 0 keeps the array. */
  function choose(index: number, option: number): void {
    const next = changed().map((old, at) => (at === index ? option : old));
    setChanged(next);
    const choice = choiceLabel(choices()[index]?.name ?? "");
    setMessage({ text: t(option > 0 ? "{choice}: changed." : "{choice}: as it was.", { choice }) });
    void app.ask({ type: "previewSetUp", changed: next }).then((events) => {
      // Another choice may have been made meanwhile.
      if (events && changed() === next) setPreview(answer(events, "setUpPreview"));
    });
  }

  function click(square: number): void {
    setHovered(square);
    const index = choiceAt(square);
    if (index >= 0) toggle(index);
    else setMessage({ text: refusal(board()[square] ?? EMPTY) });
  }

  /** The heading of the choices. */
  const task = () => {
    if (!hasPairs()) return msg("{side} chooses how the armies stand.");
    if (choices().some((choice) => choice.oneSided))
      return msg("{side} chooses: a framed piece may change places with its pair.");
    return app.isTouch
      ? msg("{side} chooses: tap a framed piece, and it changes places with its pair, in both armies alike.")
      : msg(
          "{side} chooses: click a framed piece, and it changes places with its pair, in both armies alike.",
        );
  };

  /** Says why a click on a piece, or on none, changes nothing. */
  function refusal(code: number): string {
    if (!isMine()) return t("{side} chooses now.", { side: name(props.phase.chooser) });
    return code === EMPTY
      ? t("Only framed pieces can be exchanged now.")
      : t("The {piece} cannot be exchanged now: only framed pieces can.", {
          piece: pieceName(props.game, code),
        });
  }

  /** The squares that have changed: in this phase or, as long as nothing has, in the one before. */
  const last = () => {
    const now = board();
    const own = props.phase.board.flatMap((code, square) => (code === now[square] ? [] : [square]));
    return own.length > 0 ? own : (finished().at(-1)?.squares ?? []);
  };
  const corner = (square: number) => cornerOf(shapeOf(props.game), square, flipped());
  return (
    <div class="table" style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}>
      <h1 class="visually-hidden">{t("{game}: the set-up", { game: props.game.summary.name })}</h1>
      <div class="board-side">
        <Show when={seats()}>
          <PlayerStrip game={props.game} side={flipped() ? 0 : 1} place="top" />
        </Show>
        <div class="board-frame">
          <Board
            game={props.game}
            set={app.library.tileSet(props.game.summary.id)}
            scene={{ board: board() }}
            flipped={flipped()}
            label={t("Set-up of {game}", { game: props.game.summary.name })}
            last={last()}
            over={
              <Show when={isMine()}>
                <g class="exchanges">
                  <SquareFrames squares={pairs().flat()} corner={corner} kind="exchange" />
                  <SquareFrames
                    squares={pairs()[choiceAt(hovered())] ?? []}
                    corner={corner}
                    kind="exchange pointed"
                  />
                </g>
              </Show>
            }
            onClick={click}
            onHover={setHovered}
            onInspect={setInspected}
            describe={(square) => (choiceAt(square) >= 0 ? t("may be exchanged") : undefined)}
          />
        </div>
        <Show when={seats()}>
          <PlayerStrip game={props.game} side={flipped() ? 1 : 0} place="bottom" />
        </Show>
      </div>
      <section class="side set-up" aria-label={t("The set-up")}>
        <h2>{t("The set-up")}</h2>
        <Show when={isMine()} fallback={<p>{t("{side} chooses …", { side: name(props.phase.chooser) })}</p>}>
          <p>{t(task(), { side: name(props.phase.chooser) })}</p>
        </Show>
        <div class="status" role="status">
          <Show when={message()}>{(news) => <SetupNews news={news()} />}</Show>
        </div>
        <Show when={isMine()}>
          <div class="row">
            <button
              class="primary"
              onClick={() => void app.ask({ type: "setUp", how: { type: "choices", changed: changed() } })}
            >
              {props.phase.phase + 1 < props.game.setUp.length ? t("Done") : t("Begin the game")}
            </button>
            <button onClick={() => void app.ask({ type: "setUp", how: { type: "random" } })}>
              {t("Random")}
            </button>
            <button onClick={() => void app.ask({ type: "setUp", how: { type: "default" } })}>
              {t("Default")}
            </button>
          </div>
          <ul class="pairs panel">
            <For each={choices()}>
              {(choice, index) => (
                <li>
                  <Show
                    when={choice.arrangements}
                    fallback={
                      <label class="switch">
                        <input
                          type="checkbox"
                          checked={(changed()[index()] ?? 0) > 0}
                          onChange={() => toggle(index())}
                        />
                        <span>
                          {choiceLabel(choice.name)}
                          <small>{sentence(choice.meaning)}</small>
                        </span>
                      </label>
                    }
                  >
                    {(all) => (
                      <ArrangementField
                        name={choiceLabel(choice.name)}
                        meaning={sentence(choice.meaning)}
                        arrangements={all()}
                        option={changed()[index()] ?? 0}
                        choose={(option) => choose(index(), option)}
                      />
                    )}
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <PieceCard game={props.game} code={board()[hovered() ?? -1] || undefined} square={undefined} />
        <Show when={app.facts.mySide() !== undefined && seats()?.taken.every(Boolean)}>
          <div class="row">
            <AbortButton />
          </div>
          <Suspense>
            <Talk game={props.game} side={app.facts.mySide() ?? 0} isBrief />
          </Suspense>
        </Show>
      </section>
      <Show when={inspected() !== undefined && board()[inspected() ?? -1]}>
        {(code) => (
          <PieceSheet
            game={props.game}
            type={typeOf(code())}
            side={code() & 1}
            close={() => setInspected(undefined)}
          />
        )}
      </Show>
    </div>
  );
}
