/** That an opponent is looked for, in words, and the button that ends it. */

import { createSignal, onCleanup } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { LobbyError, clockInWords } from "../../state/lobby";
import { Refusal } from "../../state/link";
import { stopSeeking } from "../../state/seek";
import { singleFlight } from "../singleFlight";

/** What is waited for: `Looking for an opponent: Scirocco, 3 days a turn`. */
export function SeekingWords() {
  const app = useApp();
  const wish = () => app.seeking()?.wish;
  const game = () => {
    const id = app.facts.state()?.game;
    return app.library.summaryOf(id)?.name ?? id ?? "";
  };
  return (
    <span>
      {t("Looking for an opponent: {game}, {clock}.", { game: game(), clock: clockInWords(wish()?.clock) })}
    </span>
  );
}

/** The waiting time. */
export function SeekingTime() {
  const began = performance.now();
  const [seconds, setSeconds] = createSignal(0);
  const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
  onCleanup(() => clearInterval(timer));
  const text = () => `${Math.floor(seconds() / 60)}:${String(seconds() % 60).padStart(2, "0")}`;
  return <time class="seeking-time">{text()}</time>;
}

export function StopSeeking() {
  const app = useApp();
  const stop = singleFlight(async () => {
    try {
      await stopSeeking(app);
    } catch (reason) {
      if (!(reason instanceof Refusal || reason instanceof LobbyError)) throw reason;
      app.notices.show(reason.message);
    }
  });
  return <button onClick={() => void stop()}>{t("Stop looking")}</button>;
}
