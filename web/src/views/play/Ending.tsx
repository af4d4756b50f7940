/** The end of a game, beside the board: who has won and why, and what comes next. */

import {
  Show,
  Suspense,
  createComputed,
  createEffect,
  createMemo,
  createSignal,
  on,
  untrack,
} from "solid-js";
import { capitalized, sentence, t, told } from "../../language/language";
import type { GameView, LevelView, Player, ResultView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { REVIEW_TIME_MS } from "../../state/review";
import { engineAt, forceOf } from "../force";
import { After } from "../friend/Offers";
import { Icon } from "../../Icon";
import { lazily } from "../lazily";
import { singleFlight } from "../singleFlight";
import { GameDialogs } from "./dialogs";
import { duelOf, nextLevel } from "./duel";
import "../../style/ending.css";

const BattleEnd = lazily(() => import("./BattleEnd"));

/**
 * Returns whether the end that is shown came about at this table: a game of the person's own, or one that has ended before these
 * eyes. A record that has been loaded is there to be looked at.
 */
function useEnds() {
  const { facts } = useApp();
  const [ends, setEnds] = createSignal<ReadonlySet<number>>(new Set<number>());
  let before: { node: number; isOver: boolean; tree: ReadonlyMap<number, unknown> } | undefined;
  createComputed(() => {
    const state = facts.state();
    if (!state) return;
    const tree = untrack(facts.tree);
    const isOver = state.stage === "over";
    const hasCome = before && !before.isOver && (before.node === state.node || !before.tree.has(state.node));
    if (isOver && hasCome) setEnds((old) => new Set([...old, state.node]));
    before = { node: state.node, isOver, tree };
  });
  const isSeenToEnd = () => {
    const state = facts.state();
    return Boolean(state?.seats ?? duelOf(state?.players ?? [])) || ends().has(state?.node ?? -1);
  };
  return isSeenToEnd;
}

export default function Ending(props: { game: GameView }) {
  const app = useApp();
  const { ask, facts } = app;
  const result = createMemo(() => facts.state()?.result);
  const isSeenToEnd = useEnds();
  const [isPutAway, setPutAway] = createSignal(false);
  const [dialog, setDialog] = createSignal<"share" | "begin">();
  // Another end is another occasion.
  const node = createMemo(() => facts.state()?.node);
  createEffect(on(node, () => setPutAway(false), { defer: true }));
  const duel = () => duelOf(facts.state()?.players ?? []);
  const aborted = () =>
    facts.state()?.seats?.declined ? t("The challenge was declined") : t("The game was aborted");
  const title = () => {
    const winner = result()?.winner;
    if (winner === undefined) return result()?.score === "*" ? aborted() : t("A draw");
    if (winner === facts.mySide()) return t("You have won");
    const now = duel();
    if (now) return winner === now.mine ? t("You have won") : t("The engine has won");
    return t("{winner} has won", { winner: props.game.summary.sides[winner] ?? "" });
  };
  /** Why it is over: what follows the words that the title says already, or all. */
  const reason = (text: string) => {
    const rest = text.startsWith(title()) ? text.slice(title().length).replace(/^\s*:?\s*/, "") : text;
    return rest && `${capitalized(rest)}.`;
  };
  const next = () => {
    const now = duel();
    return now && nextLevel(facts.levels(), now, result()?.winner);
  };

  /** Begins another game as this one began. */
  const again = singleFlight(async (players: [Player, Player]) => {
    const events = await ask({ type: "export" });
    if (events)
      await app.start({
        game: props.game.summary.id,
        players,
        clock: facts.state()?.clock?.rule,
        from: answer(events, "exported").start,
      });
  });
  const players = () => facts.state()?.players ?? [{ type: "person" }, { type: "person" }];
  const atLevel = (level: LevelView) => {
    const [first, second] = players().map((player) =>
      player.type === "engine" ? engineAt(level, app.settings.seconds) : player,
    );
    if (first && second) void again([first, second]);
  };
  const review = () => {
    setPutAway(true);
    void ask({ type: "review", ms: REVIEW_TIME_MS });
  };

  const after = () => (
    <Show when={facts.state()?.seats}>{(seats) => <After game={props.game} seats={seats()} />}</Show>
  );
  const playOn = () => (
    <Show when={facts.state()?.canReopen}>
      <button class="quiet" onClick={() => void ask({ type: "reopen" })}>
        {t("Play on")}
      </button>
    </Show>
  );
  const line = (now: ResultView) => (
    <div class="status" aria-live="polite">
      <p class="result">
        <strong>{now.score}</strong> {sentence(now.text)}. {playOn()}
      </p>
      {after()}
    </div>
  );

  return (
    <>
      <Show when={result()}>
        {(now) => (
          <Show when={!isPutAway() && isSeenToEnd()} fallback={line(now())}>
            <section class="ending" aria-label={t("The game is over")}>
              <button
                class="quiet icon put-away"
                aria-label={t("Close")}
                title={t("Close")}
                onClick={() => setPutAway(true)}
              >
                <Icon name="close" />
              </button>
              <h2>{title()}</h2>
              <p class="result">
                <strong>{now().score}</strong> {reason(sentence(now().text))}
                <Show when={facts.state()?.opening?.name}>{(name) => <small>{told(name())}</small>}</Show>
              </p>
              {after()}
              <Show when={!facts.state()?.seats}>
                <div class="ways">
                  <button class="primary" onClick={() => void again([...players()])}>
                    {t("Rematch")}
                  </button>
                  <Show when={duel()}>
                    <button onClick={() => void again([players()[1], players()[0]])}>
                      {t("Change sides")}
                    </button>
                  </Show>
                  <Show when={duel()}>
                    {(duel) => (
                      <Suspense>
                        <BattleEnd game={props.game} isWon={result()?.winner === duel().mine} />
                      </Suspense>
                    )}
                  </Show>
                  <Show when={next()}>
                    {(level) => (
                      <button onClick={() => atLevel(level())}>
                        {t("Against {level}", { level: forceOf(facts.levels(), level().id) })}
                      </button>
                    )}
                  </Show>
                  <button disabled={facts.tree().size < 2} onClick={review}>
                    {t("Review the game")}
                  </button>
                  <button onClick={() => setDialog("share")}>{t("Share")}</button>
                  <button onClick={() => setDialog("begin")}>{t("Another game")}</button>
                  {playOn()}
                </div>
              </Show>
            </section>
          </Show>
        )}
      </Show>
      <GameDialogs game={props.game} open={dialog()} close={() => setDialog(undefined)} />
    </>
  );
}
