/** The battle at the end of an evening: its game is read from its text, as a game of one's own is. */

import { type Accessor, createEffect } from "solid-js";
import type { Battle } from "../../../learn/course";
import type { GameView } from "../../../protocol/protocol";
import type { App } from "../../../state/app";
import { createReader } from "../../../state/reading";
import { againstEngine, engineAt } from "../../force";

/** The force of the wind against which a battle is played. */
const BATTLE_FORCE = 1;

export interface ReadBattle {
  /** The game, once it can be drawn. */
  game: Accessor<GameView | undefined>;
  /** Begins the battle against the gentlest engine. */
  begin(): Promise<void>;
}

export function createBattle(app: App, battle: Battle): ReadBattle {
  const id = "text" in battle ? createTextId(app, battle.text) : () => battle.game;
  const game = () => app.library.drawable(id());
  if ("text" in battle) {
    const { text } = battle;
    // A session that has forgotten the game is sent its text again.
    createEffect(() => {
      const view = game();
      if (view) app.ownGames.note({ ...view, text });
    });
  }
  return {
    game,
    async begin() {
      const known = id();
      const level = app.facts.levels().find(({ force }) => force === BATTLE_FORCE);
      if (known !== undefined) await app.start(againstEngine(known, engineAt(level, 1), 0));
    },
  };
}

/** Returns the id of the game that a text describes, once a session has read it. */
function createTextId(app: App, text: string): Accessor<string | undefined> {
  const { reading } = createReader(
    () => text,
    (command) => app.link.ask(command),
  );
  return () => reading()?.game;
}
