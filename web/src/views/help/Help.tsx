/** Help: how to play here, and the rules of each game. */

import { For, Match, Show, Switch, createMemo } from "solid-js";
import { MARK_WORDS, type Mark } from "../../entry/mark";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { NoSuchGame } from "../NotFound";
import { LegendSign } from "../LegendSign";
import { Rules } from "./Rules";

const KEYS: [string, string][] = [
  ["Tab", "go to the board, and on to the buttons"],
  ["Arrow keys", "from square to square"],
  ["Enter or Space", "choose a piece, then a square"],
  ["Escape", "cancel the turn being entered"],
  ["A letter on the board, or /", "type a turn"],
  ["?", "open the piece on the square, or the one pointed at"],
  ["+ − 0", "enlarge the board, shrink it, show all of it"],
  ["← →", "beside the board: one turn back, one turn on"],
  ["Home, End", "to the start, to the end"],
  ["Backspace", "take back"],
  ["f", "turn the board"],
];

const MOUSE: [string, string][] = [
  ["Second button, drag", "draw an arrow; again, and it goes"],
  ["Second button, click", "draw a circle"],
  ["with Shift, Alt, both", "in red, in blue, in yellow"],
  ["A click on the board", "erase what is drawn on it"],
  ["Wheel on the board", "one turn back, one turn on"],
  ["Wheel with Ctrl", "enlarge the board, shrink it"],
];

const MARKS = Object.keys(MARK_WORDS) as Mark[];

export default function Help() {
  const app = useApp();
  const page = () => {
    const route = app.route();
    return route.view === "help" ? route.page : undefined;
  };
  const game = createMemo(() => app.drawable(page()));
  const unknown = () => {
    const id = page();
    return id !== undefined && app.isUnknown(id) ? id : undefined;
  };
  return (
    <div class="page help">
      <nav aria-label="Help">
        <a href="#/help" aria-current={page() ? undefined : "page"}>
          How to play here
        </a>
        <For each={app.facts.games().filter((one) => !one.revisionOf)}>
          {(one) => (
            <a href={href("help", one.id)} aria-current={page() === one.id ? "page" : undefined}>
              {one.name}
            </a>
          )}
        </For>
      </nav>
      <article>
        <Switch fallback={<p>One moment …</p>}>
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
      <h1>How to play here</h1>
      <h2>A first game</h2>
      <ol>
        <li>
          Choose <a href="#/">a game</a>. Scirocco is the smallest; begin there.
        </li>
        <li>The players set up some of their pieces. “Default” is a good choice for a first game.</li>
        <li>
          Point at any piece, or press it long, to read what it does; “?” tells more of the one pointed at.
          Nobody knows all of them at first.
        </li>
        <li>
          Click a piece: the signs show where it can go and what will happen there. Click a sign, or drag the
          piece.
        </li>
        <li>
          Some turns need more clicks: click what you capture on the way first, then where you want to land.
        </li>
        <li>Stuck? “Hint” asks the engine, and “Take back” is always allowed.</li>
      </ol>
      <Show when={app.settings.toured}>
        <button onClick={() => app.set("toured", false)}>Show the tour in the next game</button>
      </Show>
      <h2>The signs</h2>
      <ul class="legend wide">
        <For each={MARKS}>{(mark) => <LegendSign mark={mark} size={28} />}</For>
      </ul>
      <h2>The tiles</h2>
      <p>
        Every piece is a flat tile that points forward. It shows its letters and a small picture of its move:
        dots are squares it moves to, lines are slides, crosses are captures only, rings are moves without
        capture. A promoted piece has letters of another colour and a bar at its base; a royal one has a
        second outline.
      </p>
      <h2>Sounds and motion</h2>
      <p>
        A turn is heard for what it does: a capture, a shot from afar, a loan, a promotion, poison, fire.
        “View” beside the board makes the sounds louder or switches them off. A move that is borrowed shows a
        line to its lender for a moment. Who has told the system to reduce motion sees nothing move.
      </p>
      <h2>Turns in letters</h2>
      <p>
        Every turn has a short text, which stands in the list of turns and can be typed. How turns are written
        is told at the end of the rules of{" "}
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
      <h2>Keys</h2>
      <Meanings list={KEYS} />
      <h2>Mouse</h2>
      <Meanings list={MOUSE} />
      <p class="faint">Beaufort {app.facts.version()}</p>
    </>
  );
}

/** What can be pressed, and what it does. */
function Meanings(props: { list: readonly [string, string][] }) {
  return (
    <table>
      <tbody>
        <For each={props.list}>
          {([key, meaning]) => (
            <tr>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{meaning}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}
