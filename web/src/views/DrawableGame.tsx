/** A view of one game, shown when its board and pieces are there to be drawn. */

import { Show, createMemo, type JSX } from "solid-js";
import { t } from "../language/language";
import type { GameView } from "../protocol/protocol";
import { useApp } from "../state/app";
import { NoSuchGame } from "./NotFound";

/** The game of views whose address names none. */
const DEFAULT_GAME = "scirocco";

export function DrawableGame(props: { id: string | undefined; children: (game: GameView) => JSX.Element }) {
  const app = useApp();
  const id = () => props.id ?? DEFAULT_GAME;
  const game = createMemo(() => app.library.drawable(id()));
  const waiting = () => (
    <Show when={app.library.isUnknown(id())} fallback={<p class="page waiting">{t("One moment …")}</p>}>
      <NoSuchGame id={id()} />
    </Show>
  );
  return (
    <Show when={game()} keyed fallback={waiting()}>
      {props.children}
    </Show>
  );
}
