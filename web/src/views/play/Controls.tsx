/** The toolbar of the game. */

import { For, Show, createSignal } from "solid-js";
import { t } from "../../language/language";
import type { Command, GameView, Player } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { Dialog } from "../Dialog";
import { engineAt } from "../force";
import { AbortButton } from "../friend/AbortButton";
import { Icon } from "../../Icon";
import { Menu } from "../Menu";
import type { ChoiceNews } from "./choices";
import { GameDialogs } from "./dialogs";
import { FullScreenButton } from "./FullScreenButton";
import type { Hint } from "./hint";
import { useLine } from "./line";
import { LineButtons } from "./LineButtons";
import { Status } from "./Status";
import { Tick } from "../Tick";

interface ControlsProps {
  game: GameView;
  entering: Entering;
  /** The last choice in the set-up, until the first move. */
  news: ChoiceNews | undefined;
  hint: Hint;
  flip: () => void;
  /** Opens the field for a typed turn. */
  type: () => void;
}

export function Controls(props: ControlsProps) {
  const app = useApp();
  const { ask, facts } = app;
  const state = facts.state;
  const [dialog, setDialog] = createSignal<"share" | "begin">();
  const [isResigning, setResigning] = createSignal(false);
  /** The side whose wish it is to resign or to draw: the person's, or of two persons the one to move. */
  const mine = () => {
    if (state()?.seats) return facts.mySide() ?? -1;
    const players = state()?.players ?? [];
    const side = facts.position()?.side ?? 0;
    return players[side]?.type === "person" ? side : players.findIndex(({ type }) => type === "person");
  };
  const isPlaying = () => state()?.stage === "turn" && mine() >= 0;
  const line = useLine();
  /** Goes to the last position first: resigning or offering a draw at an earlier one would delete the turns after it. */
  function ending(then: () => void): void {
    line.last();
    then();
  }
  const canAsk = () => state()?.seats?.canOfferTakeBack[mine()] ?? false;
  /** Takes back, or asks for it: a turn that waits to be confirmed is given up first. */
  function takeBack(command: Command): void {
    props.entering.cancel();
    void ask(command);
  }
  return (
    <>
      <div class="controls" role="toolbar" aria-label={t("The game")}>
        <LineButtons />
        <span class="gap" />
        <Show
          when={!state()?.seats}
          fallback={
            <Show when={isPlaying()}>
              <button
                class="quiet"
                aria-label={t("Ask to take back")}
                title={t("Ask to take back")}
                disabled={!canAsk()}
                onClick={() => takeBack({ type: "offerTakeBack", side: mine() })}
              >
                {t("Take back")}
              </button>
            </Show>
          }
        >
          <button
            class="quiet"
            disabled={!state()?.canTakeBack}
            onClick={() => takeBack({ type: "takeBack" })}
          >
            {t("Take back")}
          </button>
        </Show>
        <Show when={state()?.canRedo}>
          <button class="quiet" onClick={() => void ask({ type: "redo" })}>
            {t("Redo")}
          </button>
        </Show>
        <Show when={!state()?.seats}>
          <button
            class="quiet"
            disabled={!isPlaying()}
            aria-busy={props.hint.isDue()}
            aria-disabled={props.hint.isDue()}
            onClick={() => void props.hint.ask()}
          >
            {t("Hint")}
          </button>
        </Show>
        <button
          class="quiet icon"
          aria-label={t("New game")}
          title={t("New game")}
          onClick={() => setDialog("begin")}
        >
          <Icon name="larger" />
        </button>
        <button
          class="quiet icon"
          aria-label={t("Turn the board")}
          title={t("Turn the board")}
          onClick={() => props.flip()}
        >
          <Icon name="turn" />
        </button>
        <Menu>
          <button class="quiet" onClick={() => props.type()}>
            {t("Type a turn")}
          </button>
          <FullScreenButton />
          <button class="quiet" onClick={() => setDialog("share")}>
            {t("Save, share, load")}
          </button>
          <button
            class="quiet"
            disabled={!isPlaying() || state()?.seats?.canOfferDraw[mine()] === false}
            onClick={() => ending(() => void ask({ type: "offerDraw", side: mine() }))}
          >
            {t("Offer a draw")}
          </button>
          <button class="quiet" disabled={!isPlaying()} onClick={() => ending(() => setResigning(true))}>
            {t("Resign")}
          </button>
          <Show when={!state()?.seats} fallback={<AbortButton />}>
            <For each={props.game.summary.sides}>
              {(name, side) => <SeatButton name={name} side={side()} />}
            </For>
          </Show>
          <Tick
            label={t("Confirm my turns")}
            on={app.settings.confirm}
            set={(on) => app.set("confirm", on)}
          />
          <Tick
            label={t("Premoves")}
            title={t("enter a turn while the opponent thinks")}
            on={app.settings.premove}
            set={(on) => app.set("premove", on)}
          />
          <Tick
            label={t("Reach and attackers")}
            title={t("where the piece pointed at could go, and who could take it")}
            on={app.settings.sight}
            set={(on) => app.set("sight", on)}
          />
        </Menu>
      </div>
      {/* What is said comes and goes below the buttons: they stay where they are. */}
      <Status game={props.game} entering={props.entering} news={props.news} hint={props.hint} />
      <GameDialogs game={props.game} open={dialog()} close={() => setDialog(undefined)} />
      <Show when={isResigning() && isPlaying()}>
        <Dialog title={t("Resign?")} close={() => setResigning(false)}>
          <p>
            {t("{side} gives up, and the game is over.", { side: props.game.summary.sides[mine()] ?? "" })}
          </p>
          <div class="row">
            <button
              class="danger"
              onClick={() => {
                setResigning(false);
                void ask({ type: "resign", side: mine() });
              }}
            >
              {t("Resign")}
            </button>
            <button onClick={() => setResigning(false)}>{t("Go on playing")}</button>
          </div>
        </Dialog>
      </Show>
    </>
  );
}

/** Gives a side to the engine, or back to a person. */
function SeatButton(props: { name: string; side: number }) {
  const app = useApp();
  const isPerson = () => app.facts.state()?.players[props.side]?.type === "person";
  const seat = () => {
    const levels = app.facts.levels();
    const level = levels.find(({ id }) => id === app.settings.level) ?? levels.at(-1);
    const player: Player = isPerson() ? engineAt(level, app.settings.seconds) : { type: "person" };
    void app.ask({ type: "seat", side: props.side, player });
  };
  return (
    <button class="quiet" onClick={seat}>
      {isPerson()
        ? t("Let the engine play {side}", { side: props.name })
        : t("Play {side} yourself", { side: props.name })}
    </button>
  );
}
