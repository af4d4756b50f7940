/** Shows the page, over whichever connection it has. */

import { render } from "solid-js/web";
import { App } from "./App";
import { AppProvider, type Surroundings, createApp } from "./state/app";
import { openAtTop } from "./state/scroll";
import { followTranslator } from "./translated";
import "./style/fonts.css";
import "./style/base.css";
import "./style/board.css";
import "./style/views.css";
import "./style/play.css";
import "./style/beside.css";
import "./style/tables.css";
import "./style/print.css";

export function start(surroundings: () => Surroundings): void {
  const root = document.getElementById("app");
  if (!root) throw new Error("the page has no place for the app");
  openAtTop();
  followTranslator(root);
  render(() => {
    const app = createApp(surroundings());
    return (
      <AppProvider value={app}>
        <App />
      </AppProvider>
    );
  }, root);
}
