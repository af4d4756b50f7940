/** The set-up phase, played on the board: a click on a piece exchanges its pair. */

import { For, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { EMPTY, typeOf } from "../../board/piece";
import type { GameView, SetUpView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { PieceCard } from "./PieceCard";
import { PieceSheet } from "./PieceSheet";
import { useOrientation } from "./Play";

export function SetUp(props: { game: GameView; phase: SetUpView }) {
  const app = useApp();
  const { flipped } = useOrientation();
  const choices = createMemo(() => props.game.setUp[props.phase.phase]?.choices ?? []);
  const [changed, setChanged] = createSignal<boolean[]>([]);
  const [preview, setPreview] = createSignal<number[]>();
  const [hovered, setHovered] = createSignal<number>();
  const [inspected, setInspected] = createSignal<number>();
  createEffect(
    on(choices, (now) => {
      setChanged(now.map(() => false));
      setPreview(undefined);
    }),
  );
  const board = () => preview() ?? props.phase.board;
  const isMine = () => app.facts.state()?.players[props.phase.chooser]?.type === "person";
  const name = (side: number) => props.game.summary.sides[side] ?? "";
  /** The squares of a pair, on the first side and, as the arrays are alike, on the second. */
  const squares = createMemo(() =>
    choices().map((choice) => [...choice.squares, ...choice.squares.flatMap(opposite)]),
  );

  function opposite(square: number): number[] {
    const { files, ranks } = props.game.summary;
    const file = square % files;
    const rank = ranks - 1 - Math.floor(square / files);
    return [rank * files + file, rank * files + files - 1 - file];
  }

  function toggle(index: number): void {
    const next = changed().map((old, at) => (at === index ? !old : old));
    setChanged(next);
    void app.ask({ type: "previewSetUp", changed: next }).then((events) => {
      // Another choice may have been made meanwhile.
      if (events && changed() === next) setPreview(answer(events, "setUpPreview").board);
    });
  }

  function click(square: number): void {
    const index = squares().findIndex((list) => list.includes(square));
    if (isMine() && index >= 0) toggle(index);
  }

  const last = () =>
    squares()
      .flatMap((list, index) => (changed()[index] ? list : []))
      .filter((square) => board()[square] !== EMPTY);
  const label = (name: string) =>
    name === "mirror" || name === "symmetry" ? "Mirror the armies" : name.replace("-", " and ");
  return (
    <div class="table">
      <h1 class="visually-hidden">{props.game.summary.name}: the set-up</h1>
      <div class="board-side">
        <div class="board-frame">
          <Board
            game={props.game}
            set={app.settings.tiles}
            scene={{ board: board() }}
            flipped={flipped()}
            label={`Set-up of ${props.game.summary.name}`}
            last={last()}
            onClick={click}
            onHover={setHovered}
            onInspect={setInspected}
            describe={(square) =>
              squares().some((list) => list.includes(square)) ? "may be exchanged" : undefined
            }
          />
        </div>
      </div>
      <section class="side set-up" aria-label="The set-up">
        <h2>The set-up</h2>
        <Show when={isMine()} fallback={<p>{name(props.phase.chooser)} chooses …</p>}>
          <p>
            {name(props.phase.chooser)} chooses: click a piece to exchange its pair, for both armies alike,
            then begin.
          </p>
          <div class="row">
            <button
              class="primary"
              onClick={() => void app.ask({ type: "setUp", how: { type: "choices", changed: changed() } })}
            >
              {props.phase.phase + 1 < props.game.setUp.length ? "Done" : "Begin the game"}
            </button>
            <button onClick={() => void app.ask({ type: "setUp", how: { type: "random" } })}>Random</button>
            <button onClick={() => void app.ask({ type: "setUp", how: { type: "default" } })}>Default</button>
          </div>
          <ul class="pairs panel">
            <For each={choices()}>
              {(choice, index) => (
                <li>
                  <label class="switch">
                    <input
                      type="checkbox"
                      checked={changed()[index()] ?? false}
                      onChange={() => toggle(index())}
                    />
                    <span>
                      {label(choice.name)}
                      <small>{choice.meaning}</small>
                    </span>
                  </label>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <PieceCard game={props.game} code={board()[hovered() ?? -1] || undefined} square={undefined} />
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
