/** Parts that several embedded boards show. */

import { type JSX, Show, createResource } from "solid-js";
import { sentence, t } from "../language/language";
import type { GameView } from "../protocol/protocol";
import { useApp } from "../state/app";
import { href } from "../state/route";
import { pack } from "../state/share";
import { SeenBoard } from "./SeenBoard";

export function Problem(props: { children: JSX.Element }) {
  return (
    <p class="problem" role="alert">
      {props.children}
    </p>
  );
}

/** The placeholder until there is something to show, with the reason if it is known. */
export function Waiting() {
  const app = useApp();
  return (
    <>
      <h1 class="visually-hidden">{t("Beaufort")}</h1>
      <p class="faint" role="status">
        <Show when={app.link.trouble()} fallback={t("One moment …")}>
          {(reason) => t("The board cannot be shown: {reason}.", { reason: sentence(reason()) })}
        </Show>
      </p>
    </>
  );
}

/** Says what is shown, and leads to it on the page with everything else; where that does not know the game, to its rules. */
export function Caption(props: { children: JSX.Element; game: GameView; parts: string[] }) {
  const [packed] = createResource(() => props.game.text, pack);
  const parts = () => (packed() === undefined ? props.parts : ["make", "from", packed() ?? ""]);
  return (
    <header class="embed-caption">
      <h1>{props.children}</h1>
      <a href={`./${href(...parts())}`} target="_blank" rel="noopener">
        {t("Beaufort")}
      </a>
    </header>
  );
}

/** The array of a game. */
export function StartingArray(props: { game: GameView }) {
  return (
    <>
      <Caption game={props.game} parts={["pieces", props.game.summary.id]}>
        {props.game.summary.name}
      </Caption>
      <SeenBoard game={props.game} scene={{ board: props.game.summary.start }} pairs={[]} />
    </>
  );
}
