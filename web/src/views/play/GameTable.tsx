/** A game with its set-up made: playing it, looking back, thinking about it. */

import { Show, createEffect, createMemo, createSignal, onMount } from "solid-js";
import { Board } from "../../board/Board";
import { Bodies } from "../../board/Bodies";
import { EMPTY, codeOf, typeOf } from "../../board/piece";
import { isBlank } from "../../entry/entry";
import { pieceNamed, targetInWords } from "../../entry/words";
import type { GameView, NodeView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { createDrawings } from "../../state/drawings";
import { createEntering } from "../../state/entering";
import { createLesson } from "../../state/lesson";
import { lastChoiceInWords } from "./choices";
import { Controls } from "./Controls";
import { EvaluationBar } from "./Evaluation";
import { Ending } from "./Ending";
import { EntryBar } from "./EntryBar";
import { Hand } from "./Hand";
import { useHearing } from "./hearing";
import { LessonCard } from "./LessonCard";
import { OverlayPicture, useCoverage } from "./OverlayPicture";
import { useKeys } from "./keys";
import { useWheel } from "./line";
import { DoubtDialog, usePlaying } from "./playing";
import { PieceCard } from "./PieceCard";
import { useAnnouncements, useOrientation } from "./Play";
import { PlayerStrip } from "./PlayerStrip";
import { PieceSheet } from "./PieceSheet";
import { SidePanel } from "./SidePanel";
import { Tour } from "./Tour";
import { TypedTurn } from "./TypedTurn";

export function GameTable(props: { game: GameView }) {
  const app = useApp();
  const { facts } = app;
  const [hovered, setHovered] = createSignal<number>();
  const [named, setNamed] = createSignal<NodeView>();
  /** The piece that is looked at closely. */
  const [inspected, setInspected] = createSignal<number>();
  const [typed, setTyped] = createSignal<string>();
  const { flipped, flip } = useOrientation();
  const coverage = useCoverage();
  // The game of a table does not change; another game is another table.
  useAnnouncements(props.game);
  useHearing();

  const position = facts.position;
  const state = facts.state;
  /** Whether a person may play on the position shown. */
  const isOpen = createMemo(() => {
    const [now, at] = [state(), position()];
    return now?.stage === "turn" && at !== undefined && now.node === at.node && app.isMine(at.side);
  });
  const lesson = createLesson(app);
  const playing = usePlaying();
  const entering = createEntering({
    position,
    reserve: props.game.reserve ?? [],
    isOpen,
    mustConfirm: () => app.settings.confirm,
    play: async ({ node, key, turns }, index) => {
      // What is tried in a lesson is not played.
      const text = turns[index]?.text ?? "";
      if (lesson.takes(node, text)) return false;
      return playing.play(node, { type: "listed", index, key }, text);
    },
  });
  const entry = entering.entry;
  const drawings = createDrawings(() => position()?.node);
  /** The squares that the settled steps of the turn being entered have touched: what was true there is so no more. */
  const touched = createMemo(
    () =>
      new Set(
        entry().settled.flatMap(({ from, to, changes }) => [from, to, ...changes.map(([square]) => square)]),
      ),
  );

  /** What has been chosen last in the set-up, as long as nobody has moved. */
  const setUp = createMemo(() => {
    const finished = state()?.finishedPhases ?? [];
    const made = finished.at(-1);
    if (position()?.node !== 0 || !made?.changed.includes(true)) return undefined;
    return { text: lastChoiceInWords(props.game, finished), squares: made.squares };
  });
  const last = () => {
    const choice = setUp();
    if (choice && isBlank(entry())) return choice.squares;
    const steps = entry().settled.length > 0 ? entry().settled : (position()?.last?.steps ?? []);
    return steps.flatMap((step) => [
      step.from,
      step.to,
      ...(step.to === step.from && step.via !== undefined ? [step.via] : []),
    ]);
  };
  /** The turns of the analysis or a hint, the best first. */
  const advice = createMemo(() => {
    const now = position();
    if (!now) return [];
    const mistake = lesson.mistake();
    if (mistake && mistake.node.parent === now.node)
      return lesson.progress().type === "shown"
        ? now.turns.filter(({ text }) => text === mistake.best).slice(0, 1)
        : [];
    const thought = facts.hint() ?? facts.analysis();
    if (thought?.node !== now.node) return [];
    return thought.lines.flatMap(({ index }) => now.turns[index] ?? []);
  });
  const codeAt = (square: number | undefined) => entering.scene()?.board[square ?? -1] ?? EMPTY;
  const inspect = (square: number | undefined) => setInspected(codeAt(square) || undefined);
  /** The square whose piece is explained: the one pointed at or tapped, or that of the chosen piece. */
  const shownSquare = () => (codeAt(hovered()) === EMPTY ? entry().origin : hovered());
  const moverOf = (turn: NodeView) => {
    const type = pieceNamed(props.game, turn.text);
    return type === undefined ? undefined : codeOf(type, turn.side);
  };
  /** The piece whose words are shown: the one named by a turn pointed at, or the one on the square. */
  const shownType = () => {
    const turn = named();
    const mover = turn && moverOf(turn);
    if (mover !== undefined) return mover;
    const code = codeAt(shownSquare());
    return code === EMPTY ? undefined : code;
  };
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

  // The button that ends the set-up may lie far below the board.
  onMount(() => scrollTo(0, 0));
  useKeys({ entering, flip, inspect: () => inspect(hovered()), type: () => setTyped("") });

  createEffect(() => {
    if (position()) setHovered(undefined);
  });

  return (
    <div
      class="table"
      classList={{ "with-evaluation": app.settings.evaluation }}
      style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}
    >
      <h1 class="visually-hidden">{props.game.summary.name}</h1>
      <div class="board-side">
        <PlayerStrip game={props.game} side={flipped() ? 0 : 1} place="top" />
        <Hand game={props.game} side={flipped() ? 0 : 1} place="top" entering={entering} />
        <div
          ref={useWheel()}
          class="board-frame"
          classList={{ [`won-${state()?.result?.winner ?? 2}`]: true }}
        >
          <Show when={app.settings.evaluation}>
            <EvaluationBar game={props.game} flipped={flipped()} />
          </Show>
          <Ending game={props.game} />
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
                    advice={advice()}
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
                onInspect={inspect}
                onType={setTyped}
                onCancel={entering.cancel}
                zoomsByTaps
                describe={describe}
              />
            )}
          </Show>
        </div>
        <Hand game={props.game} side={flipped() ? 1 : 0} place="bottom" entering={entering} />
        <PlayerStrip game={props.game} side={flipped() ? 1 : 0} place="bottom" />
        <EntryBar game={props.game} entering={entering} />
      </div>
      <section class="side" aria-label="About the game">
        <Show when={lesson.mistake()}>{(mistake) => <LessonCard lesson={lesson} mistake={mistake()} />}</Show>
        <Controls
          game={props.game}
          news={setUp()?.text}
          flip={flip}
          entering={entering}
          type={() => setTyped("")}
        />
        <Tour />
        <SidePanel
          game={props.game}
          entering={entering}
          lesson={lesson}
          pointAt={setNamed}
          inspect={(turn) => setInspected(moverOf(turn))}
        />
        <PieceCard
          game={props.game}
          code={shownType()}
          square={shownSquare()}
          isFromList={named() !== undefined}
        />
      </section>
      <Show when={typed() !== undefined}>
        <TypedTurn
          start={typed() ?? ""}
          play={async (text) => {
            const node = position()?.node ?? 0;
            return lesson.takes(node, text) || playing.play(node, { type: "typed", text }, text);
          }}
          close={() => setTyped(undefined)}
        />
      </Show>
      <DoubtDialog playing={playing} />
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
