/** Conditional turns, played out on a board of their own: a turn of the other side, the answer, and so on, with variations. */

import { For, Show, createMemo, createSignal, onMount } from "solid-js";
import { answered, linesOf, startOf } from "../../entry/plan";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { AppProvider, useApp } from "../../state/app";
import { createEntering } from "../../state/entering";
import { answer } from "../../state/link";
import { type Practice, createPractice } from "../../state/practice";
import { NO_TURNS } from "../../state/turnList";
import { EntryBar } from "../play/EntryBar";
import { Hand } from "../play/Hand";
import { boardKeys, useShortcuts } from "../play/keys";
import { InspectedPiece, PlayBoard, createBoardState } from "../play/PlayBoard";
import { TypedTurn } from "../play/TypedTurn";
import { lineInWords } from "./ByMail";

export default function PlanEditor(props: { game: GameView; side: number; close: () => void }) {
  const app = useApp();
  const practice = createPractice(app);
  /** The place of the game from which the turns begin. */
  const node = app.facts.state()?.node ?? 0;
  const known = app.facts.plan();
  const [isReady, setReady] = createSignal(false);

  onMount(() => void begin());

  /** Puts the position up, with the conditional turns that there are. */
  async function begin(): Promise<void> {
    const events = await app.ask({ type: "export" });
    if (!events) return;
    const board = practice.board(props.game.summary.id, () => "");
    await board.open(answer(events, "exported").position);
    for (const line of known) {
      await practice.app.ask({ type: "jump", node: 0 });
      for (const text of line) if (!(await board.play(text))) break;
    }
    await practice.app.ask({ type: "jump", node: 0 });
    setReady(true);
  }

  async function keep(): Promise<void> {
    const lines = answered(linesOf(practice.app.facts.tree()));
    if (await app.ask({ type: "plan", node, lines })) props.close();
  }

  return (
    <AppProvider value={practice.app}>
      <PlanTable
        game={props.game}
        side={props.side}
        practice={practice}
        isReady={isReady()}
        keep={() => void keep()}
        close={() => props.close()}
      />
    </AppProvider>
  );
}

interface PlanTableProps {
  game: GameView;
  side: number;
  practice: Practice;
  isReady: boolean;
  keep: () => void;
  close: () => void;
}

function PlanTable(props: PlanTableProps) {
  const app = useApp();
  const { ask, facts } = app;
  const flipped = () => props.side === 1;
  const node = () => facts.position()?.node ?? 0;
  const play = async (text: string) =>
    (await ask({ type: "play", node: node(), turn: { type: "typed", text } })) !== undefined;
  const list = createMemo(() => (props.isReady ? app.turns() : NO_TURNS));
  const entering = createEntering({
    position: facts.position,
    reserve: () => props.game.reserve ?? [],
    list,
    side: () => facts.position()?.side ?? 0,
    mustConfirm: () => app.settings.confirm,
    play: ({ text }) => play(text),
  });
  const board = createBoardState(entering);
  useShortcuts(boardKeys(board));
  const lines = createMemo(() => (props.isReady ? linesOf(facts.tree()) : []));
  const isOwnTurn = () => facts.position()?.side === props.side;

  async function remove(index: number): Promise<void> {
    const line = lines()[index];
    const start = line && startOf(line, facts.tree());
    if (start === undefined) return;
    await ask({ type: "delete", node: start });
    await ask({ type: "jump", node: 0 });
  }

  return (
    <div class="table exercise" style={{ "--ratio": props.game.summary.files / props.game.summary.ranks }}>
      <div class="board-side">
        <Hand game={props.game} side={flipped() ? 0 : 1} place="top" state={board} />
        <div class="board-frame">
          <PlayBoard game={props.game} state={board} flipped={flipped()} last={board.last()} />
        </div>
        <Hand game={props.game} side={flipped() ? 1 : 0} place="bottom" state={board} />
        <EntryBar game={props.game} entering={entering} />
      </div>
      <section class="side plan" aria-label={t("Conditional turns")}>
        <h1>{t("Conditional turns")}</h1>
        <p role="status">
          {isOwnTurn()
            ? t("Play your answer.")
            : t("Play a turn of the other side that you want to answer, or keep what there is.")}
        </p>
        <ul class="lines">
          <For each={lines()}>
            {(line, index) => (
              <li>
                <button
                  class="quiet"
                  onClick={() => void ask({ type: "jump", node: line.nodes.at(-1) ?? 0 })}
                >
                  {lineInWords(line.texts)}
                </button>
                <button class="quiet small" onClick={() => void remove(index())}>
                  {t("Remove")}
                </button>
              </li>
            )}
          </For>
        </ul>
        <div class="row">
          <button class="quiet" disabled={node() === 0} onClick={() => void ask({ type: "jump", node: 0 })}>
            {t("To the start")}
          </button>
          <button
            class="quiet"
            disabled={node() === 0}
            onClick={() => void ask({ type: "takeBack", turns: 1 })}
          >
            {t("Take back")}
          </button>
          <button class="quiet" onClick={() => board.type("")}>
            {t("Type a turn")}
          </button>
        </div>
        <div class="row">
          <button class="primary" disabled={!props.isReady} onClick={() => props.keep()}>
            {t("Keep these turns")}
          </button>
          <button onClick={() => props.close()}>{t("Back to the game")}</button>
        </div>
      </section>
      <Show when={board.typed() !== undefined}>
        <TypedTurn
          initialText={board.typed() ?? ""}
          turns={entering.list().known()}
          play={play}
          close={() => board.type(undefined)}
        />
      </Show>
      <InspectedPiece game={props.game} state={board} />
    </div>
  );
}
