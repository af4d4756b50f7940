/** The frame of the page: the bar on top, the view below it, the notices. */

import { type Component, Match, Show, Suspense, Switch, createEffect, createSignal } from "solid-js";
import { capitalized, sentence, t, useLanguage } from "./language/language";
import type { Route } from "./state/route";
import { useApp } from "./state/app";
import { Bar } from "./views/Bar";
import { Games } from "./views/games/Games";
import { Icon } from "./Icon";
import { NotFound } from "./views/NotFound";
import { ShelfNotices } from "./views/ShelfNotices";
import { ReloadButton, lazily } from "./views/lazily";

const Play = lazily(() => import("./views/play/Play"));
const Guide = lazily(() => import("./views/guide/Guide"));
const Editor = lazily(() => import("./views/editor/Editor"));
const Help = lazily(() => import("./views/help/Help"));
const Open = lazily(() => import("./views/open/Open"));
const Learn = lazily(() => import("./views/learn/Learn"));
const Course = lazily(() => import("./views/learn/course/Course"));
const PieceCards = lazily(() => import("./views/learn/cards/PieceCards"));
const Lobby = lazily(() => import("./views/lobby/Lobby"));
const Gallery = lazily(() => import("./views/gallery/Gallery"));
const OwnName = lazily(() => import("./views/names/OwnName"));
const Player = lazily(() => import("./views/names/Player"));
const Best = lazily(() => import("./views/names/Best"));
const Duties = lazily(() => import("./views/games/Duties"));
const Challenger = lazily(() => import("./views/lobby/Challenger"));
const Seeker = lazily(() => import("./views/lobby/Seeker"));
const MailLink = lazily(() => import("./views/friend/MailLink"));
const Make = lazily(() => import("./views/make/Make"));
const Made = lazily(() => import("./views/make/Made"));
const Trial = lazily(() => import("./views/make/Trial"));
const Tune = lazily(() => import("./views/make/Tune"));
const Puzzles = lazily(() => import("./views/learn/Puzzles"));
const Storm = lazily(() => import("./views/learn/Storm"));

/** The views that need nothing but the state of the page. */
const VIEWS: Partial<Record<Route["view"], Component>> = {
  games: Games,
  play: Play,
  pieces: Guide,
  editor: Editor,
  open: Open,
  help: Help,
  learn: Learn,
  course: Course,
  cards: PieceCards,
  puzzles: Puzzles,
  storm: Storm,
  make: Make,
  made: Made,
  trial: Trial,
  tune: Tune,
};

/** The same for those that need a server. */
const SERVER_VIEWS: Partial<Record<Route["view"], Component>> = {
  lobby: Lobby,
  gallery: Gallery,
  published: Made,
  name: OwnName,
};

const viewOf = ({ view }: Route, hasServer: boolean) =>
  VIEWS[view] ?? (hasServer ? SERVER_VIEWS[view] : undefined);

export function App() {
  const app = useApp();
  createEffect(() => {
    const { theme } = app.settings;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  });
  const isReady = useLanguage(() => app.settings.language);
  createEffect(() => {
    document.documentElement.dataset["board"] = app.settings.board;
  });
  const mailLink = () => {
    const now = app.route();
    return now.view === "mail" ? now : undefined;
  };
  return (
    <Show when={isReady()}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {t("Skip to the content")}
      </a>
      <Bar />
      <main id="main" tabindex="-1">
        <Suspense>
          <Switch>
            <Match when={viewOf(app.route(), !app.shelf)} keyed>
              {(View) => <View />}
            </Match>
            <Match when={playerOf(app.route())} keyed>
              {(name) => <Player name={name} />}
            </Match>
            <Match when={ratedGameOf(app.route())} keyed>
              {(game) => <Best game={game} />}
            </Match>
            <Match when={mailLink()} keyed>
              {(link) => <MailLink {...link} />}
            </Match>
            <Match when={app.route().view === "truncated"}>
              <NotFound title={t("A part of this link is missing")}>
                {t("Copy the whole link, or ask whoever has sent it to send it again.")}
              </NotFound>
            </Match>
            <Match when={["unknown", "lobby", "gallery", "published", "name"].includes(app.route().view)}>
              <NotFound title={t("There is nothing here")}>
                {t("This address is no page of Beaufort.")}
              </NotFound>
            </Match>
          </Switch>
        </Suspense>
      </main>
      <Notices />
      <Show when={app.seeking()}>
        <Suspense>
          <Seeker />
        </Suspense>
      </Show>
      <Show when={app.ownName.name()}>
        <Suspense>
          <Challenger />
        </Suspense>
      </Show>
      <Show when={app.seats.sessions().length > 0 || app.facts.mySide() !== undefined}>
        <Suspense>
          <Duties />
        </Suspense>
      </Show>
    </Show>
  );
}

/** The player whose page is shown. */
const playerOf = (route: Route) => (route.view === "player" ? route.name : undefined);

/** The game whose best players are shown. */
const ratedGameOf = (route: Route) => (route.view === "ratings" ? route.game : undefined);

/** Notices: errors, the state of the connection, and the text for screen readers. */
function Notices() {
  const app = useApp();
  const trouble = () => {
    const reason = app.link.trouble();
    if (!reason) return "";
    const said = sentence(reason);
    return `${app.shelf ? `${capitalized(said)}.` : t("The server says: {reason}.", { reason: said })} `;
  };
  const [isTold, setTold] = createSignal(false);
  /** Whether there is a game that the browser will not remember, and the person has not been warned. */
  const isForgetful = () =>
    !isTold() &&
    !app.storage.isKept() &&
    app.route().view === "play" &&
    app.facts.state()?.game !== undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  createEffect(() => {
    if (!app.notices.text()) return;
    clearTimeout(timer);
    timer = setTimeout(() => app.notices.close(), 7000);
  });
  return (
    <>
      <div class="notices" role="alert">
        <Show when={app.notices.text()}>
          {(text) => (
            <p class="notice">
              {capitalized(sentence(text()))}
              <button class="quiet" onClick={() => app.notices.close()} aria-label={t("Close the notice")}>
                <Icon name="close" />
              </button>
            </p>
          )}
        </Show>
      </div>
      <div class="visually-hidden" aria-live="polite">
        {app.notices.announcement()}
      </div>
      <Show when={app.shelf}>{(shelf) => <ShelfNotices shelf={shelf()} />}</Show>
      <Show when={isForgetful()}>
        <p class="offline" role="status">
          {t(
            "This browser keeps nothing for this page: your settings, the list of your games and your seats in games with others are lost when it is closed.",
          )}{" "}
          <button class="quiet" onClick={() => setTold(true)}>
            {t("Close")}
          </button>
        </p>
      </Show>
      <Show when={app.update?.isReady()}>
        <p class="offline" role="status">
          {t("A new version is there. Games go on where they are.")}{" "}
          <button onClick={() => app.update?.begin()}>{t("Load it now")}</button>{" "}
          <button class="quiet" onClick={() => app.update?.later()}>
            {t("Later")}
          </button>
        </p>
      </Show>
      <Show
        when={app.link.isOpen()}
        fallback={
          <Show when={app.link.trouble() || app.link.isSilent() || app.facts.games().length > 0}>
            <p class="offline" role="status">
              {app.link.isSilent() ? `${t("Nothing is heard from the server any more.")} ` : ""}
              {trouble()}
              {app.shelf
                ? t("Waiting for the page that has the games …")
                : t("Reconnecting to the server …")}{" "}
              <Show when={app.link.trouble()}>
                <ReloadButton />
              </Show>
            </p>
          </Show>
        }
      >
        <Show when={app.facts.state()?.unsaved}>
          <p class="offline" role="alert">
            {t(
              "The game cannot be saved at present, so nothing in it can be changed. It goes on by itself as soon as saving works again.",
            )}
          </p>
        </Show>
      </Show>
    </>
  );
}
