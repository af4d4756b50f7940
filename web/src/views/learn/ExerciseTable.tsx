/** The board of an exercise: turns are entered on it exactly as in a game. */

import { type JSX, Show, createEffect, createMemo, on } from "solid-js";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Attempt } from "../../state/attempt";
import { createEntering } from "../../state/entering";
import { NO_TURNS } from "../../state/turnList";
import { EntryBar } from "../play/EntryBar";
import { Hand } from "../play/Hand";
import { useTurnSounds } from "../play/playSounds";
import { boardKeys, useShortcuts } from "../play/keys";
import { PieceCard } from "../play/PieceCard";
import { useAnnouncements } from "../play/announcements";
import { InspectedPiece, PlayBoard, createBoardState } from "../play/PlayBoard";
import { TypedTurn } from "../play/TypedTurn";
import { PreviewProvider } from "../preview/previews";

interface ExerciseTableProps {
  game: GameView;
  attempt: Attempt;
  /** The squares to which a hint points. */
  pointed: readonly number[];
  /** The content beside the board, above the words about a piece. */
  children: JSX.Element;
}

export function ExerciseTable(props: ExerciseTableProps) {
  const app = useApp();
  const { facts } = app;
  useAnnouncements(() => props.game);
  useTurnSounds();

  const position = facts.position;
  /** The learner's side is at the bottom. */
  const flipped = createMemo<boolean>((old) => {
    const now = position();
    return now && facts.tree().get(now.node)?.parent === undefined ? now.side === 1 : old;
  }, false);
  const list = createMemo(() => (props.attempt.isOpen() ? app.turns() : NO_TURNS));
  const entering = createEntering({
    position,
    reserve: () => props.game.reserve ?? [],
    list,
    side: () => position()?.side ?? 0,
    mustConfirm: () => app.settings.confirm,
    play: ({ text }) => props.attempt.take(text),
  });
  const board = createBoardState(entering);
  createEffect(on(() => props.attempt, board.drawings.clear));
  useShortcuts(boardKeys(board));

  return (
    <div class="table exercise" style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}>
      <div class="board-side">
        <Hand game={props.game} side={flipped() ? 0 : 1} place="top" state={board} />
        <div class="board-frame">
          <PlayBoard
            game={props.game}
            state={board}
            flipped={flipped()}
            last={[...board.last(), ...props.pointed]}
          />
        </div>
        <Hand game={props.game} side={flipped() ? 1 : 0} place="bottom" state={board} />
        <EntryBar game={props.game} entering={entering} />
      </div>
      <PreviewProvider game={props.game} flipped={flipped()}>
        <section class="side" aria-label={t("The exercise")}>
          {props.children}
          <PieceCard
            game={props.game}
            code={board.shown()}
            square={board.shownSquare()}
            remark={board.remark()}
            sight={board.sight}
          />
        </section>
      </PreviewProvider>
      <Show when={board.typed() !== undefined}>
        <TypedTurn
          initialText={board.typed() ?? ""}
          turns={entering.list().known()}
          play={(text) => props.attempt.take(text)}
          close={() => board.type(undefined)}
        />
      </Show>
      <InspectedPiece game={props.game} state={board} />
    </div>
  );
}
