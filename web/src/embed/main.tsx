/** A board for the articles of others: it stores nothing, and loads nothing but what belongs to it. */

import { Show } from "solid-js";
import { render } from "solid-js/web";
import { speak, t, useLanguage } from "../language/language";
import { type WorkerEvents, createWorkerConnect } from "../offline/connect";
import { AppProvider, createApp } from "../state/app";
import { Memory } from "../state/memory";
import "../style/fonts.css";
import "../style/base.css";
import "../style/board.css";
import "../style/views.css";
import "../style/play.css";
import "../style/embed.css";
import { followTranslator } from "../translated";
import { Embed } from "./Embed";
import { tellHeight } from "./height";
import { readOptions } from "./options";

const options = readOptions(location.search, location.hash);
// Where only what is behind the sign changes, a browser stays on the page.
addEventListener("hashchange", () => location.reload());
if (options.theme) document.documentElement.dataset["theme"] = options.theme;

const root = document.getElementById("app");
if (!root) throw new Error("the page has no place for the board");
followTranslator(root);
root.classList.toggle("as-high-as-needed", options.isAsHighAsNeeded);
if ("WebAssembly" in globalThis) {
  const worker = new Worker(new URL("./embed.worker.ts", import.meta.url), { type: "module" });
  // Nothing is stored, so nothing can be lost, and no game is played.
  const events: WorkerEvents = { storage: () => undefined, damaged: () => undefined, noNet: () => undefined };
  const connect = createWorkerConnect(worker, events);
  render(() => {
    const app = createApp({ connect, storage: new Memory() });
    // A board in an article makes no sound.
    app.set("sound", false);
    const isReady = useLanguage(() => options.language);
    return (
      <AppProvider value={app}>
        <Show when={isReady()}>
          <Embed options={options} />
        </Show>
      </AppProvider>
    );
  }, root);
} else {
  const complain = () => {
    root.textContent = t("This board cannot be shown in this browser: it lacks WebAssembly.");
  };
  void speak(options.language).then(complain);
}
tellHeight(root);
