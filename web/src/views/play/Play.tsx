/** The game that is being played: the set-up, the board with its panels, or the editor of conditional turns. */

import { Match, Show, Suspense, Switch, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { setupOf } from "../../state/facts";
import { NotFound } from "../NotFound";
import { GameTable } from "./GameTable";
import { Setup } from "./Setup";
import { lazily } from "../lazily";

const Invitation = lazily(() => import("../friend/Invitation"));
const Waiting = lazily(() => import("../friend/Waiting"));
const PlanEditor = lazily(() => import("../friend/PlanEditor"));

export default function Play() {
  const app = useApp();
  /** The session whose board is shown before its invitation is accepted. */
  const [watched, setWatched] = createSignal<string>();
  const isAsked = () => app.isInvited() && watched() !== app.link.session();
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
        <Match when={isAsked() && app.game()} keyed>
          {(game) => <Invitation game={game} watch={() => setWatched(app.link.session())} />}
        </Match>
        <Match when={app.game()} keyed>
          {(game) => (
            <>
              <Show when={app.isWaiting()}>
                <Suspense>
                  <Waiting game={game} ask={() => setWatched(undefined)} />
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
