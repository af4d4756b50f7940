/** The game that is being played: the board, and beside it whatever the moment needs. */

import { Match, Show, Suspense, Switch, createEffect, createMemo, createSignal, onCleanup } from "solid-js";
import { turnInWords } from "../../entry/words";
import { capitalized, sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { setupOf } from "../../state/facts";
import { NotFound } from "../NotFound";
import { GameTable } from "./GameTable";
import { Setup } from "./Setup";
import { lazily } from "../lazily";

const Waiting = lazily(() => import("../friend/Waiting"));
const PlanEditor = lazily(() => import("../friend/PlanEditor"));

export function Play() {
  const app = useApp();
  return (
    <Show when={app.link.session()} keyed>
      <Switch fallback={<p class="page waiting">{t("One moment …")}</p>}>
        <Match when={app.facts.state()?.stage === "empty"}>
          <NotFound title={t("No game at this table")}>
            {t(
              "Nobody has begun a game here. If you have followed a link, a part of it may be missing, or the table is on another server.",
            )}
          </NotFound>
        </Match>
        <Match when={app.game()} keyed>
          {(game) => (
            <>
              <Show when={app.isWaiting()}>
                <Suspense>
                  <Waiting game={game} />
                </Suspense>
              </Show>
              <Switch fallback={<GameTable game={game} />}>
                <Match when={setupOf(app.facts)}>{(phase) => <Setup game={game} phase={phase()} />}</Match>
                <Match when={app.isPlanning()}>
                  <Suspense>
                    <PlanEditor
                      game={game}
                      side={app.facts.mySide() ?? 0}
                      close={() => app.setPlanning(false)}
                    />
                  </Suspense>
                </Match>
              </Switch>
            </>
          )}
        </Match>
      </Switch>
    </Show>
  );
}

/** Says each turn aloud, and how the game has ended, for people who do not see the board. */
export function useAnnouncements(game: GameView): void {
  const app = useApp();
  createEffect(() => {
    const position = app.facts.position();
    const next =
      position && `${capitalized(t("{side} to move", { side: game.summary.sides[position.side] ?? "" }))}.`;
    const result = app.facts.state()?.result;
    const after = result
      ? t("The game is over, {score}: {text}.", { score: result.score, text: sentence(result.text) })
      : (next ?? "");
    app.announce(position?.last ? `${turnInWords(game, position.last)}. ${after}` : "");
  });
  // What was said at one table is not read at another.
  onCleanup(() => app.announce(""));
}

/** Which side is at the bottom: the one person's, or whoever is to move, or as it was turned. */
export function useOrientation() {
  const app = useApp();
  const [turned, setTurned] = createSignal(false);
  const natural = createMemo(() => {
    const players = app.facts.state()?.players;
    if (!players) return false;
    if (app.facts.state()?.seats) return app.facts.mySide() === 1;
    const [first, second] = players.map(({ type }) => type === "person");
    if (first && second) return app.settings.turnBoard && app.facts.position()?.side === 1;
    return !first && Boolean(second);
  });
  return { flipped: () => natural() !== turned(), flip: () => setTurned((old) => !old) };
}
