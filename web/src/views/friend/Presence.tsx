/** Whether a player elsewhere is there, and since when not. */

import { Show, createSignal, onCleanup } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";

/** Shorter absences are a reload or a tunnel, in milliseconds. */
const SHORT = 3000;

export function Presence(props: { side: number }) {
  const app = useApp();
  const [now, setNow] = createSignal(performance.now());
  const timer = setInterval(() => setNow(performance.now()), 1000);
  onCleanup(() => clearInterval(timer));
  const away = () => {
    const since = app.facts.awaySince()[props.side];
    return since === undefined ? undefined : Math.max(0, now() - since);
  };
  const isAway = () => (away() ?? 0) > SHORT;
  const text = () => (isAway() ? t("away for {time}", { time: inWords(away() ?? 0) }) : t("there"));
  return (
    <span class="presence" classList={{ away: isAway() }} title={text()}>
      <span class="dot" aria-hidden="true" />
      <Show when={isAway()} fallback={<span class="visually-hidden">{t("there")}</span>}>
        {text()}
      </Show>
    </span>
  );
}

function inWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return t("{seconds} s", { seconds });
  if (seconds < 3600) return t("{minutes} min", { minutes: Math.floor(seconds / 60) });
  return t("{hours} h", { hours: Math.floor(seconds / 3600) });
}
