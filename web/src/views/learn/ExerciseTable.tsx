/** The board of an exercise: turns are entered on it exactly as in a game. */

import { type JSX, Show, createEffect, createMemo, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { Bodies } from "../../board/Bodies";
import { EMPTY, typeOf } from "../../board/piece";
import { targetInWords } from "../../entry/words";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Attempt } from "../../state/attempt";
import { createDrawings } from "../../state/drawings";
import { createEntering } from "../../state/entering";
import { EntryBar } from "../play/EntryBar";
import { Hand } from "../play/Hand";
import { useHearing } from "../play/hearing";
import { useShortcuts } from "../play/keys";
import { OverlayPicture, useCoverage } from "../play/OverlayPicture";
import { PieceCard } from "../play/PieceCard";
import { PieceSheet } from "../play/PieceSheet";
import { useAnnouncements } from "../play/Play";
import { TypedTurn } from "../play/TypedTurn";

interface ExerciseTableProps {
  game: GameView;
  attempt: Attempt;
  /** The squares to which a hint points. */
  pointed: readonly number[];
  /** What stands beside the board, above the words about a piece. */
  children: JSX.Element;
}

export function ExerciseTable(props: ExerciseTableProps) {
  const app = useApp();
  const { facts } = app;
  const [hovered, setHovered] = createSignal<number>();
  /** The piece that is looked at closely. */
  const [inspected, setInspected] = createSignal<number>();
  const [typed, setTyped] = createSignal<string>();
  const coverage = useCoverage();
  // The game of an exercise does not change; another game has another table.
  useAnnouncements(props.game);
  useHearing();

  const position = facts.position;
  /** Whoever solves has the lower side of the board. */
  const flipped = createMemo<boolean>((old) => {
    const now = position();
    return now && facts.tree().get(now.node)?.parent === undefined ? now.side === 1 : old;
  }, false);
  const entering = createEntering({
    position,
    reserve: props.game.reserve ?? [],
    isOpen: createMemo(() => props.attempt.isOpen()),
    mustConfirm: () => app.settings.confirm,
    play: ({ turns }, index) => props.attempt.take(turns[index]?.text ?? ""),
  });
  const entry = entering.entry;
  const drawings = createDrawings(() => position()?.node);
  createEffect(on(() => props.attempt, drawings.clear));
  const touched = createMemo(
    () =>
      new Set(
        entry().settled.flatMap(({ from, to, changes }) => [from, to, ...changes.map(([square]) => square)]),
      ),
  );
  const last = () => {
    const steps = entry().settled.length > 0 ? entry().settled : (position()?.last?.steps ?? []);
    return [...steps.flatMap(({ from, to }) => [from, to]), ...props.pointed];
  };
  const codeAt = (square: number | undefined) => entering.scene()?.board[square ?? -1] ?? EMPTY;
  const shownSquare = () => (codeAt(hovered()) === EMPTY ? entry().origin : hovered());
  const describe = (square: number) => {
    const target = entering.targets().find((one) => one.square === square);
    const marks = touched().has(square) ? undefined : position()?.marks;
    return [
      target && targetInWords(props.game, position()?.board ?? [], target),
      entry().origin === square && "chosen",
      marks?.immobilized.includes(square) && "immobilized",
      marks?.bewitched?.includes(square) && "bewitched",
      marks?.doubled.includes(square) && "moves twice",
      marks?.poisonous.includes(square) && "poisonous",
    ]
      .filter(Boolean)
      .join(", ");
  };
  useShortcuts({
    Escape: entering.cancel,
    Enter: () => {
      if (entering.isPending()) entering.confirm();
    },
    "/": () => setTyped(""),
  });

  return (
    <div class="table exercise" style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}>
      <div class="board-side">
        <Hand game={props.game} side={flipped() ? 0 : 1} place="top" entering={entering} />
        <div class="board-frame">
          <Show when={entering.scene()}>
            {(scene) => (
              <Board
                game={props.game}
                set={app.tileSet(props.game.summary.id)}
                scene={scene()}
                flipped={flipped()}
                label={`Board of ${props.game.summary.name}`}
                last={last()}
                selected={entry().origin}
                targets={entering.targets()}
                ghosts={entering.ghosts()}
                under={
                  <>
                    <Bodies
                      game={props.game}
                      flipped={flipped()}
                      board={scene().board}
                      pairs={position()?.pairs ?? []}
                    />
                    <OverlayPicture
                      game={props.game}
                      flipped={flipped()}
                      layer="under"
                      coverage={coverage()}
                      chosen={[hovered(), entry().origin]}
                      touched={touched()}
                    />
                  </>
                }
                over={
                  <OverlayPicture
                    game={props.game}
                    flipped={flipped()}
                    layer="over"
                    coverage={coverage()}
                    chosen={[hovered(), entry().origin]}
                    touched={touched()}
                  />
                }
                canDrag={entering.canLift}
                drawings={drawings.shown()}
                onDraw={drawings.draw}
                onClick={(square) => {
                  drawings.clear();
                  setHovered(square);
                  entering.click(square);
                }}
                onDrop={(_, to) => (to === undefined ? entering.cancel() : entering.click(to))}
                onHover={(square) => {
                  setHovered(square);
                  entering.pointAt(square);
                }}
                onInspect={(square) => setInspected(entering.scene()?.board[square] || undefined)}
                onType={setTyped}
                onCancel={entering.cancel}
                zoomsByTaps
                describe={describe}
              />
            )}
          </Show>
        </div>
        <Hand game={props.game} side={flipped() ? 1 : 0} place="bottom" entering={entering} />
        <EntryBar game={props.game} entering={entering} />
      </div>
      <section class="side" aria-label="The exercise">
        {props.children}
        <PieceCard
          game={props.game}
          code={codeAt(shownSquare()) === EMPTY ? undefined : codeAt(shownSquare())}
          square={shownSquare()}
        />
      </section>
      <Show when={typed() !== undefined}>
        <TypedTurn
          start={typed() ?? ""}
          play={(text) => props.attempt.take(text)}
          close={() => setTyped(undefined)}
        />
      </Show>
      <Show when={inspected()}>
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
