/** Shows a board in the articles of others, over whichever connection it has: it stores nothing, and loads nothing but what belongs to it. */

import { Show } from "solid-js";
import { render } from "solid-js/web";
import { speak, useLanguage } from "../language/language";
import { AppProvider, createApp } from "../state/app";
import { Memory } from "../state/memory";
import "../style/fonts.css";
import "../style/base.css";
import "../style/board.css";
import "../style/views.css";
import "../style/play.css";
import "../style/embed.css";
import { followTranslator } from "../translated";
import type { Connect } from "../transport/transport";
import { Embed } from "./Embed";
import { tellHeight } from "./height";
import { readOptions } from "./options";

/** Shows the board of the address. Without a connection it shows what `lack` says. */
export function showBoard(connect: Connect | undefined, lack?: () => string): void {
  const options = readOptions(location.search, location.hash);
  // Where only what is behind the sign changes, a browser stays on the page.
  addEventListener("hashchange", () => location.reload());
  if (options.theme) document.documentElement.dataset["theme"] = options.theme;

  const root = document.getElementById("app");
  if (!root) throw new Error("the page has no place for the board");
  followTranslator(root);
  root.classList.toggle("as-high-as-needed", options.isAsHighAsNeeded);
  if (connect) {
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
    void speak(options.language).then(() => (root.textContent = lack?.() ?? ""));
  }
  tellHeight(root);
}
