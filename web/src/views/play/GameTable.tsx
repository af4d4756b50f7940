/** A game with its set-up made: playing it, looking back, thinking about it. */

import { Show, Suspense, createEffect, createMemo, createSignal, on, onMount } from "solid-js";
import { type Code, codeOf } from "../../board/piece";
import { isBlank } from "../../entry/entry";
import { pieceNamed } from "../../entry/words";
import { t } from "../../language/language";
import type { GameView, NodeView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { pointedBy } from "../../state/hintSteps";
import { createMistakeTraining } from "../../state/mistakes";
import type { Single } from "../../state/turnList";
import { Captures } from "./Captures";
import { lastChoiceInWords } from "./choices";
import { Controls } from "./Controls";
import { EvaluationBar, useScore } from "./Evaluation";
import { EntryBar } from "./EntryBar";
import { Hand } from "./Hand";
import { useTurnSounds } from "./playSounds";
import { createHint } from "./hint";
import { useKeys } from "./keys";
import { useWheel } from "./line";
import { DoubtDialog } from "./playing";
import { PieceCard } from "./PieceCard";
import { useAnnouncements } from "./announcements";
import { useOrientation } from "./orientation";
import { InspectedPiece, PlayBoard, createBoardState } from "./PlayBoard";
import { PreviewProvider } from "../preview/previews";
import { PlayerStrip } from "./PlayerStrip";
import { SidePanel } from "./SidePanel";
import { useTurns } from "./turns";
import { TypedTurn } from "./TypedTurn";
import { lazily } from "../lazily";

const Ending = lazily(() => import("./Ending"));
const Tour = lazily(() => import("./Tour"));
const MistakeCard = lazily(() => import("./MistakeCard"));

export function GameTable(props: { game: GameView }) {
  const app = useApp();
  const { facts } = app;
  /** The piece that a turn of the list names, or that has been taken, while it is pointed at. */
  const [named, setNamed] = createSignal<Code>();
  const { flipped, flip } = useOrientation();
  useAnnouncements(() => props.game);
  useTurnSounds();

  const position = facts.position;
  const state = facts.state;
  const training = createMistakeTraining(app);
  const { entering, premoves, playing, playTyped } = useTurns(() => props.game, training);
  const board = createBoardState(entering);
  // A finger that has tapped such a piece does not say when it has read enough.
  createEffect(on(board.hovered, () => setNamed(undefined), { defer: true }));
  const hint = createHint();

  /** The last choice in the set-up, until the first move. */
  const setup = createMemo(() => {
    const finished = state()?.finishedPhases ?? [];
    const made = finished.at(-1);
    if (position()?.node !== 0 || !made?.changed.some((option) => option > 0)) return undefined;
    return { news: lastChoiceInWords(props.game, finished), squares: made.squares };
  });
  /** Whether the news has been read before the first move: a person who taps or lifts a piece wants the room for its words. */
  const [isRead, setRead] = createSignal(false);
  createEffect(() => {
    if (board.tapped() !== undefined || !isBlank(entering.entry())) setRead(true);
  });
  const last = () => {
    const choice = setup();
    return choice && isBlank(entering.entry()) ? choice.squares : board.last();
  };
  /** The turns of the analysis or a hint, the best first. */
  const advice = createMemo(() => {
    const now = position();
    if (!now) return [];
    const seek = (turn: Single) => app.turns().seek(turn) ?? [];
    const mistake = training.mistake();
    if (mistake && mistake.node.parent === now.node) {
      const text = training.progress().type === "shown" ? mistake.best : undefined;
      return text === undefined ? [] : [seek({ type: "typed", text })].flat();
    }
    const thought = (hint.steps.told() > 2 ? hint.shown() : undefined) ?? facts.analysis();
    if (thought?.node !== now.node) return [];
    return thought.lines.flatMap(({ index }) => seek({ type: "listed", index }));
  });
  /** The piece to which a hint points. */
  const pointed = () => {
    const { mistake, hint: ofMistake } = training;
    const text = mistake()?.best;
    const index = hint.shown()?.lines[0]?.index;
    if (ofMistake.told() > 0 && text !== undefined)
      return pointedBy(ofMistake.told(), app.turns().seek({ type: "typed", text }));
    if (hint.steps.told() === 0 || index === undefined) return [];
    return pointedBy(hint.steps.told(), app.turns().seek({ type: "listed", index }));
  };
  const score = useScore();
  /** Whether the evaluation bar has something to show, now or at once. */
  const isJudged = createMemo(
    () =>
      app.settings.evaluation &&
      (score() !== undefined || state()?.analysis !== undefined || Boolean(state()?.reviewing)),
  );
  const moverOf = (turn: NodeView) => {
    const type = pieceNamed(props.game, turn.text);
    return type === undefined ? undefined : codeOf(type, turn.side);
  };
  /** The piece whose words are shown: the one named, or the one that the board explains. */
  const shownType = () => named() ?? board.shown();
  // The button that ends the set-up may lie far below the board.
  onMount(() => scrollTo(0, 0));
  useKeys({ board, flip });

  return (
    <div
      class="table"
      classList={{ "with-evaluation": isJudged() }}
      style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}
    >
      <h1 class="visually-hidden">{props.game.summary.name}</h1>
      <div class="board-side">
        <PlayerStrip game={props.game} side={flipped() ? 0 : 1} place="top" />
        <Hand game={props.game} side={flipped() ? 0 : 1} place="top" state={board} />
        <div ref={useWheel()} class="board-frame">
          <Show when={isJudged()}>
            <EvaluationBar game={props.game} flipped={flipped()} score={score()} />
          </Show>
          <PlayBoard
            game={props.game}
            state={board}
            flipped={flipped()}
            last={[...last(), ...pointed()]}
            advice={advice()}
            premove={premoves.waiting()?.turn}
          />
        </div>
        <Hand game={props.game} side={flipped() ? 1 : 0} place="bottom" state={board} />
        <PlayerStrip game={props.game} side={flipped() ? 1 : 0} place="bottom" />
        <EntryBar game={props.game} entering={entering} premoves={premoves} />
      </div>
      <PreviewProvider game={props.game} flipped={flipped()}>
        <section class="side" aria-label={t("About the game")}>
          <Show when={training.mistake()}>
            {(mistake) => (
              <Suspense>
                <MistakeCard game={props.game} training={training} mistake={mistake()} />
              </Suspense>
            )}
          </Show>
          <Controls
            game={props.game}
            hint={hint}
            news={isRead() ? undefined : setup()?.news}
            flip={flip}
            entering={entering}
            type={() => board.type("")}
          />
          <Suspense>
            <Ending game={props.game} />
          </Suspense>
          <Show when={!app.settings.toured}>
            <Suspense>
              <Tour />
            </Suspense>
          </Show>
          <SidePanel
            game={props.game}
            entering={entering}
            training={training}
            pointAt={(turn) => setNamed(turn && moverOf(turn))}
            inspect={(turn) => board.inspect(moverOf(turn))}
          />
          <Captures game={props.game} flipped={flipped()} pointAt={setNamed} inspect={board.inspect} />
          <PieceCard
            game={props.game}
            code={shownType()}
            square={board.shownSquare()}
            isFromList={named() !== undefined}
            remark={named() ? undefined : board.remark()}
            sight={named() === undefined ? board.sight : undefined}
          />
        </section>
      </PreviewProvider>
      <Show when={board.typed() !== undefined}>
        <TypedTurn
          initialText={board.typed() ?? ""}
          turns={entering.list().known()}
          play={playTyped}
          close={() => board.type(undefined)}
        />
      </Show>
      <DoubtDialog playing={playing} />
      <InspectedPiece game={props.game} state={board} />
    </div>
  );
}
