/** Announcements for people who do not see the board. */

import { type Accessor, createEffect, onCleanup } from "solid-js";
import { turnInWords } from "../../entry/words";
import { capitalized, sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";

/** Says each turn aloud, and how the game has ended, for people who do not see the board. */
export function useAnnouncements(game: Accessor<GameView>): void {
  const app = useApp();
  createEffect(() => {
    const position = app.facts.position();
    const next =
      position && `${capitalized(t("{side} to move", { side: game().summary.sides[position.side] ?? "" }))}.`;
    const result = app.facts.state()?.result;
    const after = result
      ? t("The game is over, {score}: {text}.", { score: result.score, text: sentence(result.text) })
      : (next ?? "");
    app.notices.announce(position?.last ? `${turnInWords(game(), position.last)}. ${after}` : "");
  });
  // An announcement about one table is not read at another.
  onCleanup(() => app.notices.announce(""));
}
