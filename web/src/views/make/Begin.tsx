/** How a game of one's own begins: from another game, from an empty board, or from a text. */

import { For, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { GameSelect } from "../GameSelect";
import { noRoom } from "./ForkButton";
import { PasteForm } from "./PasteForm";
import { BOARDS, changeOf, emptyBoard } from "./templates";

export function Begin() {
  const app = useApp();
  const [game, setGame] = createSignal("orthochess");
  const year = () => new Date().getFullYear();

  /** Begins a draft and opens it. */
  function begin(name: string, text: string, origin?: string): void {
    const created = app.drafts.create(name, text, origin);
    if (created === undefined) app.notices.show(noRoom());
    else location.hash = href("make", created);
  }

  /** Begins a draft that extends a built-in game or copies a user-made one. */
  function change(): void {
    const chosen = app.library.summaryOf(game());
    if (!chosen) return;
    const own = app.ownGame(chosen.id);
    const name = t("My {game}", { game: chosen.name });
    begin(name, own ? own.text : changeOf(chosen, name, year()), chosen.id);
  }

  return (
    <section aria-labelledby="begin">
      <h2 id="begin">{t("Begin a game")}</h2>
      <div class="beginnings">
        <section class="card" aria-labelledby="begin-board">
          <h3 id="begin-board">{t("On an empty board")}</h3>
          <p class="hint">
            {t("A King, two Rooks, Pawns and a piece of your own on each side. It can be played at once.")}
          </p>
          <div class="row">
            <For each={BOARDS}>
              {([files, ranks]) => (
                <button onClick={() => begin(t("My game"), emptyBoard(t("My game"), year(), [files, ranks]))}>
                  {files} × {ranks}
                </button>
              )}
            </For>
          </div>
        </section>
        <section class="card" aria-labelledby="begin-game">
          <h3 id="begin-game">{t("From a game that is there")}</h3>
          <p class="hint">{t("You write only what is different; all else is as in that game.")}</p>
          <GameSelect game={game()} choose={setGame} />
          <div class="row">
            <button onClick={change}>{t("Change this game")}</button>
          </div>
        </section>
        <section class="card" aria-labelledby="begin-text">
          <h3 id="begin-text">{t("From a text")}</h3>
          <PasteForm begin={begin} />
        </section>
      </div>
    </section>
  );
}
