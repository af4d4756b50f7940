/** The challenge of a player: to which game, with which clock. */

import { Show, createSignal, untrack } from "solid-js";
import { sentence, t } from "../../language/language";
import type { ClockRule } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type NewGame, PERSONS, drawSide } from "../../state/newGame";
import { isOwn } from "../../state/ownGames";
import { Dialog } from "../Dialog";
import { GameSelect } from "../GameSelect";
import { Segments } from "../Segments";
import { Tick } from "../Tick";
import { PaceChoice } from "../lobby/PaceChoice";
import "../../style/lobby.css";

export default function ChallengeDialog(props: { name: string; close: () => void }) {
  const app = useApp();
  /** At first the game that was played last. */
  const [game, setGame] = createSignal(
    untrack(() => app.facts.state()?.game ?? app.facts.games()[0]?.id ?? ""),
  );
  const [clock, setClock] = createSignal<ClockRule>();
  const [side, setSide] = createSignal<"0" | "1" | "random">("random");
  const [isRated, setRated] = createSignal(false);
  const [isBusy, setBusy] = createSignal(false);
  const [trouble, setTrouble] = createSignal("");
  const sides = () => app.library.summaryOf(game())?.sides ?? ["", ""];

  async function begin(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setTrouble("");
    const chosen = side();
    const wish: NewGame = {
      game: game(),
      players: PERSONS,
      clock: clock(),
      from: { type: "default" },
      mySide: chosen === "random" ? drawSide() : Number(chosen),
      rated: !isOwn(game()) && isRated(),
      opponent: props.name,
    };
    const started = await app.start(wish, (message) => setTrouble(sentence(message)));
    setBusy(false);
    if (started) props.close();
  }

  return (
    <Dialog title={t("Challenge {name}", { name: props.name })} close={props.close}>
      <form class="form" onSubmit={(event) => void begin(event)}>
        <fieldset>
          <legend>{t("Game")}</legend>
          <GameSelect game={game()} choose={setGame} />
        </fieldset>
        <PaceChoice choose={setClock} />
        <fieldset>
          <legend>{t("You play")}</legend>
          <Segments
            label={t("You play")}
            value={side()}
            options={[
              { value: "0", label: sides()[0] },
              { value: "1", label: sides()[1] },
              { value: "random", label: t("Random") },
            ]}
            choose={setSide}
          />
        </fieldset>
        <Show when={!isOwn(game())}>
          <Tick
            class="tick"
            label={t("Rated: the result changes both ratings")}
            on={isRated()}
            set={setRated}
          />
        </Show>
        <p class="trouble" role="alert">
          {trouble()}
        </p>
        <button class="primary wide-button" disabled={isBusy()}>
          {t("Challenge")}
        </button>
        <p class="hint">
          {t(
            "Only {name} can accept, and sees the challenge on every page. A game with a clock of minutes is offered while you wait at its board.",
            {
              name: props.name,
            },
          )}
        </p>
      </form>
    </Dialog>
  );
}
