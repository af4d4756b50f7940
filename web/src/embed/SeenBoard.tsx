/** A board to be looked at: who clicks a piece sees where it can go. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Bodies } from "../board/Bodies";
import { Board } from "../board/Board";
import { type Corner, Squares, StateBadges } from "../board/overlay";
import { EMPTY, sideOf, typeOf } from "../board/piece";
import type { Scene } from "../board/scenes";
import { shapeOf } from "../board/shape";
import { cornerOf } from "../board/viewport";
import { begin, pick, targets } from "../entry/entry";
import { secondSquares } from "../entry/second";
import { targetInWords } from "../entry/words";
import { t } from "../language/language";
import type { GameView, Marks, TurnView } from "../protocol/protocol";
import { useApp } from "../state/app";
import type { TurnList } from "../state/turnList";
import { LegendSign } from "../views/LegendSign";
import { reachOf } from "../views/sight/sight";

interface SeenBoardProps {
  game: GameView;
  scene: Scene;
  /** The squares of each piece that stands on two. */
  pairs: readonly [number, number][];
  /** The turns of the side to move, if it is known who that is; what any other piece could do is asked for. */
  turns?: { side: number; list: TurnList } | undefined;
  /** The marks that hold for the pieces; not shown if missing. */
  marks?: Marks | undefined;
  /** The squares of the last turn. */
  last?: readonly number[];
}

export function SeenBoard(props: SeenBoardProps) {
  const app = useApp();
  const [selected, setSelected] = createSignal<number>();
  const [turns, setTurns] = createSignal<readonly TurnView[]>([]);
  const codeAt = (square: number | undefined) => props.scene.board[square ?? -1] ?? EMPTY;
  const type = () => props.game.types[typeOf(codeAt(selected()))];
  createEffect(
    on(
      () => props.scene,
      () => setSelected(undefined),
      { defer: true },
    ),
  );

  const seen = () => ({
    game: props.game.summary.id,
    board: props.scene.board,
    pairs: props.pairs,
    turns: props.turns,
  });
  createEffect(() => {
    const square = selected();
    setTurns([]);
    if (square === undefined) return;
    const isStill = () => selected() === square;
    void reachOf(app, seen(), square).then((reach) => {
      if (reach && isStill()) setTurns(reach.turns);
    });
  });

  const corner: Corner = (at) => cornerOf(shapeOf(props.game), at, false);
  const marks = createMemo(() => {
    const square = selected();
    return square === undefined ? [] : targets(pick(begin(turns(), props.pairs), square));
  });
  const second = createMemo(() => {
    const square = selected();
    return square === undefined ? [] : secondSquares(turns(), square);
  });
  const legend = () => [...new Set(marks().flatMap((target) => target.marks))];
  const describe = (square: number) => {
    const target = marks().find((one) => one.square === square);
    return [
      target && targetInWords(props.game, props.scene.board, target),
      square === selected() && t("chosen"),
      second().includes(square) && t("within reach of a second move"),
    ]
      .filter(Boolean)
      .join(", ");
  };
  const click = (square: number) =>
    setSelected((now) => (square === now || codeAt(square) === EMPTY ? undefined : square));

  return (
    <div class="live">
      <Board
        scrolls
        game={props.game}
        set={app.library.tileSet(props.game.summary.id)}
        scene={props.scene}
        label={t("Board of {game}", { game: props.game.summary.name })}
        last={props.last ?? []}
        selected={selected()}
        targets={marks()}
        under={
          <>
            <Bodies game={props.game} flipped={false} board={props.scene.board} pairs={props.pairs} />
            <Squares squares={second()} corner={corner} kind="second-step" />
            <For each={props.marks?.burning ?? []}>
              {(squares) => <Squares squares={squares} corner={corner} kind="burning" />}
            </For>
          </>
        }
        over={
          <Show when={props.marks}>
            {(now) => <StateBadges marks={now()} corner={corner} isUp={(at) => sideOf(codeAt(at)) === 0} />}
          </Show>
        }
        onClick={click}
        onInspect={click}
        onCancel={() => setSelected(undefined)}
        describe={describe}
      />
      <div class="seen-piece" aria-live="polite">
        <Show
          when={type()}
          fallback={
            <p class="faint">
              {app.isTouch
                ? t("Tap a piece to see where it can go.")
                : t("Click a piece to see where it can go.")}
            </p>
          }
        >
          {(type) => (
            <p>
              <strong>{type().name}</strong> <span class="faint">{type().description}</span>
            </p>
          )}
        </Show>
      </div>
      <ul class="legend">
        <For each={legend()}>{(mark) => <LegendSign mark={mark} size={22} />}</For>
      </ul>
    </div>
  );
}
