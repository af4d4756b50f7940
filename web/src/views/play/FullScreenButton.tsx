/** Shows the page on the whole screen, and in its window again; browsers that cannot do so have no such button. */

import { Show, createSignal, onCleanup, onMount } from "solid-js";
import { t } from "../../language/language";

export function FullScreenButton() {
  const [isFull, setFull] = createSignal(document.fullscreenElement !== null);
  const look = () => setFull(document.fullscreenElement !== null);
  onMount(() => document.addEventListener("fullscreenchange", look));
  onCleanup(() => document.removeEventListener("fullscreenchange", look));
  /** A browser that refuses leaves the page as it is. */
  const toggle = () =>
    (isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
      () => undefined,
    );
  return (
    <Show when={document.fullscreenEnabled}>
      <button class="quiet" onClick={() => void toggle()}>
        {isFull() ? t("Leave the full screen") : t("Full screen")}
      </button>
    </Show>
  );
}
