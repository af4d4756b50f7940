/** The frame of the page: the bar on top, the view below it, what is told to the person. */

import { Match, Show, Suspense, Switch, createEffect, lazy } from "solid-js";
import { href } from "./state/route";
import { useApp } from "./state/app";
import { Games } from "./views/games/Games";
import { Icon } from "./views/Icon";
import { NotFound } from "./views/NotFound";
import { Play } from "./views/play/Play";
import { ShelfNotices } from "./views/ShelfNotices";

const Guide = lazy(() => import("./views/guide/Guide"));
const Editor = lazy(() => import("./views/editor/Editor"));
const Help = lazy(() => import("./views/help/Help"));
const Open = lazy(() => import("./views/open/Open"));
const Learn = lazy(() => import("./views/learn/Learn"));
const Lobby = lazy(() => import("./views/lobby/Lobby"));
const Puzzles = lazy(() => import("./views/learn/Puzzles"));

export function App() {
  const app = useApp();
  createEffect(() => {
    const { theme } = app.settings;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  });
  createEffect(() => {
    document.documentElement.dataset["board"] = app.settings.board;
  });
  createEffect(() => {
    const game = app.route().view === "play" ? app.game()?.summary.name : undefined;
    document.title = game ? `${game} – Beaufort` : "Beaufort";
  });
  const guideGame = () => app.facts.state()?.game ?? "scirocco";
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href="#/" aria-label="Beaufort">
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="24" height="24" />
          <span>Beaufort</span>
        </a>
        <nav aria-label="Views">
          <Tab view="games" href="#/" label="Games" />
          <Show when={app.facts.state()?.game}>
            <Tab view="play" href={href("play", app.settings.session)} label="Board" />
          </Show>
          <Show when={!app.shelf}>
            <Tab view="lobby" href="#/lobby" label="Lobby" />
          </Show>
          <Tab view="learn" also="puzzles" href="#/learn" label="Learn" />
          <Tab view="pieces" href={href("pieces", guideGame())} label="Pieces" />
          <Tab view="editor" href={href("editor", guideGame())} label="Editor" />
          <Tab view="help" href="#/help" label="Help" />
        </nav>
        <ThemeButton />
      </header>
      <main id="main" tabindex="-1">
        <Suspense>
          <Switch>
            <Match when={app.route().view === "games"}>
              <Games />
            </Match>
            <Match when={app.route().view === "play"}>
              <Play />
            </Match>
            <Match when={app.route().view === "pieces"}>
              <Guide />
            </Match>
            <Match when={app.route().view === "editor"}>
              <Editor />
            </Match>
            <Match when={app.route().view === "open"}>
              <Open />
            </Match>
            <Match when={app.route().view === "help"}>
              <Help />
            </Match>
            <Match when={app.route().view === "learn"}>
              <Learn />
            </Match>
            <Match when={app.route().view === "puzzles"}>
              <Puzzles />
            </Match>
            <Match when={app.route().view === "lobby" && !app.shelf}>
              <Lobby />
            </Match>
            <Match when={app.route().view === "unknown" || app.route().view === "lobby"}>
              <NotFound title="There is nothing here">This address is no page of Beaufort.</NotFound>
            </Match>
          </Switch>
        </Suspense>
      </main>
      <Notices />
    </>
  );
}

function Tab(props: { view: string; also?: string; href: string; label: string }) {
  const app = useApp();
  const isHere = () => [props.view, props.also].includes(app.route().view);
  return (
    <a href={props.href} aria-current={isHere() ? "page" : undefined}>
      {props.label}
    </a>
  );
}

function ThemeButton() {
  const app = useApp();
  const next = { auto: "light", light: "dark", dark: "auto" } as const;
  return (
    <button
      class="quiet icon"
      aria-label={`Colours: ${app.settings.theme}`}
      title={`Colours: ${app.settings.theme}`}
      onClick={() => app.set("theme", next[app.settings.theme])}
    >
      <Icon name={app.settings.theme} />
    </button>
  );
}

/** What has gone wrong, whether the connection stands, and what is said to people who listen. */
function Notices() {
  const app = useApp();
  let timer: ReturnType<typeof setTimeout> | undefined;
  createEffect(() => {
    if (!app.notice()) return;
    clearTimeout(timer);
    timer = setTimeout(() => app.setNotice(undefined), 7000);
  });
  return (
    <>
      <div class="notices" role="alert">
        <Show when={app.notice()}>
          {(text) => (
            <p class="notice">
              {text()}
              <button class="quiet" onClick={() => app.setNotice(undefined)} aria-label="Close the notice">
                <Icon name="close" />
              </button>
            </p>
          )}
        </Show>
      </div>
      <div class="visually-hidden" aria-live="polite">
        {app.announcement()}
      </div>
      <Show when={app.shelf}>{(shelf) => <ShelfNotices shelf={shelf()} />}</Show>
      <Show when={app.update?.isReady()}>
        <p class="offline" role="status">
          A new version is there. Games go on where they are.{" "}
          <button onClick={() => app.update?.begin()}>Load it now</button>{" "}
          <button class="quiet" onClick={() => app.update?.later()}>
            Later
          </button>
        </p>
      </Show>
      <Show
        when={app.link.isOpen()}
        fallback={
          <Show when={app.link.trouble() || app.facts.games().length > 0}>
            <p class="offline" role="status">
              {app.link.trouble() ? `${app.shelf ? "" : "The server says: "}${app.link.trouble()}. ` : ""}
              {app.shelf ? "Waiting for the page that has the games …" : "Reconnecting to the server …"}
            </p>
          </Show>
        }
      >
        <Show when={app.facts.state()?.unsaved}>
          <p class="offline" role="alert">
            The game cannot be saved at present, so nothing in it can be changed. It goes on by itself as soon
            as saving works again.
          </p>
        </Show>
      </Show>
    </>
  );
}
