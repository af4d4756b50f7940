/** The dialogs that open beside a game: to share it, and to begin another one. */

import { Match, Suspense, Switch } from "solid-js";
import type { GameView } from "../../protocol/protocol";
import { NewGameDialog } from "../games/NewGameDialog";
import { lazily } from "../lazily";

const ShareDialog = lazily(() => import("./ShareDialog"));

interface DialogsProps {
  game: GameView;
  /** The dialog that is open. */
  open: "share" | "begin" | undefined;
  close: () => void;
}

export function GameDialogs(props: DialogsProps) {
  return (
    <Switch>
      <Match when={props.open === "share"}>
        <Suspense>
          <ShareDialog close={props.close} />
        </Suspense>
      </Match>
      <Match when={props.open === "begin"}>
        <NewGameDialog game={props.game.summary} close={props.close} />
      </Match>
    </Switch>
  );
}
