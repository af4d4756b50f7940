/** A record or a position is loaded where no game is open. */

import { createSignal, untrack } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { Dialog } from "../Dialog";
import { GameSelect } from "../GameSelect";
import { LoadForm } from "./LoadForm";

export default function LoadDialog(props: { close: () => void }) {
  const { facts } = useApp();
  const [game, setGame] = createSignal(untrack(() => facts.state()?.game ?? facts.games()[0]?.id ?? ""));
  return (
    <Dialog title={t("Load a game")} close={props.close} wide>
      <p class="hint">
        {t("The game of a record is found by its tags or its turns. A position is one of this game:")}
      </p>
      <p>
        <GameSelect game={game()} choose={setGame} />
      </p>
      <LoadForm game={game()} done={props.close} />
    </Dialog>
  );
}
