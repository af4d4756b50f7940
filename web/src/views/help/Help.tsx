/** Help: how to play here, and the rules of each game. */

import { For, Match, Show, Switch, createEffect, createMemo } from "solid-js";
import type { Mark } from "../../board/target";
import { MARK_WORDS } from "../../entry/mark";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { isOwn } from "../../state/ownGames";
import { href } from "../../state/route";
import { NoSuchGame } from "../NotFound";
import { LanguageChoice } from "../LanguageChoice";
import { LegendSign } from "../LegendSign";
import { Rules } from "./Rules";
import { Rich } from "../../language/Rich";
import { msg } from "../../language/catalogue";

const KEYS: [string, string][] = [
  [msg("Tab"), msg("go to the board, and on to the buttons")],
  [msg("Arrow keys"), msg("from square to square")],
  [msg("Enter or Space"), msg("choose a piece, then a square")],
  [msg("Escape"), msg("cancel the turn being entered")],
  [msg("A letter on the board, or /"), msg("type a turn")],
  ["?", msg("open the piece on the square, or the one pointed at")],
  [".", msg("look at the square: where its piece could go, and who could take there")],
  ["+ − 0", msg("enlarge the board, shrink it, show all of it")],
  ["← →", msg("beside the board: one turn back, one turn on")],
  [msg("Home, End"), msg("to the start, to the end")],
  [msg("Backspace"), msg("take back")],
  ["f", msg("turn the board")],
];

const MOUSE: [string, string][] = [
  [msg("Second button, drag"), msg("draw an arrow; again, and it goes")],
  [msg("Second button, click"), msg("draw a circle")],
  [msg("with Shift, Alt, both"), msg("in red, in blue, in yellow")],
  [msg("A click on the board"), msg("erase what is drawn on it")],
  [msg("Rest on a square"), msg("look at it: where its piece could go, and in orange who could take there")],
  [msg("Wheel on the board"), msg("one turn back, one turn on")],
  [msg("Wheel with Ctrl"), msg("enlarge the board, shrink it")],
];

/** The visible part of the entry before the chosen one, in pixels. */
const PEEK = 24;

const MARKS = Object.keys(MARK_WORDS) as Mark[];

export default function Help() {
  const app = useApp();
  const page = () => {
    const route = app.route();
    return route.view === "help" ? route.page : undefined;
  };
  const game = createMemo(() => app.library.drawable(page()));
  const unknown = () => {
    const id = page();
    return id !== undefined && app.library.isUnknown(id) ? id : undefined;
  };
  /** The games that the person made, and the shown one if it is user-made. */
  const own = () => {
    const made = app.drafts.all().flatMap(({ playable }) => playable?.summary ?? []);
    const shown = isOwn(page() ?? "") ? app.library.summaryOf(page()) : undefined;
    return shown && !made.some(({ id }) => id === shown.id) ? [...made, shown] : made;
  };
  let nav!: HTMLElement;
  // On a phone the names stand in one row, which is longer than the screen.
  createEffect(() => {
    page();
    app.facts.games();
    const [all, here] = [nav, nav.querySelector("[aria-current]")].map((one) => one?.getBoundingClientRect());
    if (all && here) nav.scrollLeft += here.x - all.x - PEEK;
  });
  return (
    <div class="page help">
      <nav ref={nav} aria-label={t("Help")}>
        <a href="#/help" aria-current={page() ? undefined : "page"}>
          {t("How to play here")}
        </a>
        <For each={app.facts.games().filter((one) => !one.revisionOf)}>
          {(one) => (
            <a href={href("help", one.id)} aria-current={page() === one.id ? "page" : undefined}>
              {one.name}
            </a>
          )}
        </For>
        <For each={own()}>
          {(one) => (
            <a href={href("help", one.id)} aria-current={page() === one.id ? "page" : undefined}>
              {one.name}
            </a>
          )}
        </For>
      </nav>
      <article>
        <Switch fallback={<p>{t("One moment …")}</p>}>
          <Match when={unknown()}>{(id) => <NoSuchGame id={id()} />}</Match>
          <Match when={!page()}>
            <HowTo />
          </Match>
          <Match when={game()} keyed>
            {(view) => <Rules game={view} />}
          </Match>
        </Switch>
      </article>
    </div>
  );
}

function HowTo() {
  const app = useApp();
  return (
    <>
      <h1>{t("How to play here")}</h1>
      <h2>{t("A first game")}</h2>
      <ol>
        <li>
          <Rich
            text={t("Choose <games>a game</games>. Scirocco is the smallest; begin there.")}
            parts={{ games: (text) => <a href="#/">{text}</a> }}
          />
        </li>
        <li>{t("The players set up some of their pieces. “Default” is a good choice for a first game.")}</li>
        <li>
          {t(
            "Point at any piece, or press it long, to read what it does; “?” tells more of the one pointed at. Nobody knows all of them at first.",
          )}
        </li>
        <li>
          {t(
            "Click a piece: the signs show where it can go and what will happen there. Click a sign, or drag the piece.",
          )}
        </li>
        <li>
          {t(
            "Some turns need more clicks: click what you capture on the way first, then where you want to land.",
          )}
        </li>
        <li>{t("Stuck? “Hint” asks the engine, and “Take back” is always allowed.")}</li>
      </ol>
      <Show when={app.settings.toured}>
        <button onClick={() => app.set("toured", false)}>{t("Show the tour in the next game")}</button>
      </Show>
      <h2>{t("The signs")}</h2>
      <ul class="legend wide">
        <For each={MARKS}>{(mark) => <LegendSign mark={mark} size={28} />}</For>
      </ul>
      <h2>{t("The tiles")}</h2>
      <p>
        {t(
          "Every piece is a flat tile that points forward. It shows its letters and a small picture of its move: dots are squares it moves to, lines are slides, crosses are captures only, rings are moves without capture. A promoted piece has letters of another colour and a bar at its base; a royal one has a second outline.",
        )}
      </p>
      <h2>{t("Sounds and motion")}</h2>
      <p>
        {t(
          "A turn is heard for what it does: a capture, a shot from afar, a loan, a promotion, poison, fire. “View” beside the board makes the sounds louder or switches them off. A move that is borrowed shows a line to its lender for a moment. Who has told the system to reduce motion sees nothing move.",
        )}
      </p>
      <h2>{t("Turns in letters")}</h2>
      <p>
        {t(
          "Every turn has a short text, which stands in the list of turns and can be typed. How turns are written is told at the end of the rules:",
        )}{" "}
        <For each={app.facts.games().filter((one) => !one.revisionOf)}>
          {(one, index) => (
            <>
              {index() > 0 && ", "}
              <a href={href("help", one.id)}>{one.name}</a>
            </>
          )}
        </For>
        .
      </p>
      <h2>{t("Keys")}</h2>
      <Meanings list={KEYS} />
      <h2>{t("Mouse")}</h2>
      <Meanings list={MOUSE} />
      <p>
        <LanguageChoice />
      </p>
      <p class="faint">{t("Beaufort {version}", { version: app.facts.version() })}</p>
    </>
  );
}

/** The keys and their effects. */
function Meanings(props: { list: readonly [string, string][] }) {
  return (
    <table>
      <tbody>
        <For each={props.list}>
          {([key, meaning]) => (
            <tr>
              <th scope="row">
                <kbd>{t(key)}</kbd>
              </th>
              <td>{t(meaning)}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}
