/** Looks for an opponent while an open table waits, on every view, and shows the game once it begins. */

import { Show, createEffect, onCleanup } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { lookAgain, stopSeeking } from "../../state/seek";
import { SeekingWords, StopSeeking } from "./SeekingWords";

/** The time between two looks, in milliseconds. */
const INTERVAL = 4000;

export default function Seeker() {
  const app = useApp();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void lookAgain(app).finally(() => (isLooking = false));
  }, INTERVAL);
  onCleanup(() => clearInterval(timer));
  createEffect(() => {
    const seeking = app.seeking();
    if (!seeking) return;
    // Going to another table ends the search.
    if (app.link.session() !== seeking.session) void stopSeeking(app).catch(() => undefined);
    else if (app.facts.state()?.seats?.taken.every(Boolean)) {
      app.setSeeking(undefined);
      app.notices.announce(t("The game begins."));
      app.sounds.play("yourTurn");
      app.show(seeking.session);
    }
  });
  const isElsewhere = () => app.route().view !== "play";
  return (
    <Show when={isElsewhere() && app.seeking()}>
      <div class="offline seeking" role="status">
        <SeekingWords />
        <StopSeeking />
      </div>
    </Show>
  );
}
