/**
 * Plays turns. Against a gentle opponent a person is asked before the last royal piece is given away; a premove that would give it away
 * is not played, because the person could not foresee it.
 */

import { Show, createSignal } from "solid-js";
import { sentence, t } from "../../language/language";
import type { Phrase, TurnChoice } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import type { Obstacle } from "../../state/premoves";
import { Dialog } from "../Dialog";
import { duelOf } from "./duel";

/** The strongest wind at which a turn that loses at once is asked about first. */
const MAX_WARNED_FORCE = 4;

/** The outcome of a turn: played, refused, or the person is asked whether it is meant. */
export type Outcome = "played" | "refused" | "asked";

interface Doubt {
  danger: Phrase;
  play: () => void;
}

export function usePlaying() {
  const app = useApp();
  const [doubt, setDoubt] = createSignal<Doubt>();
  const isGentle = () => {
    const engine = duelOf(app.facts.state()?.players ?? [])?.engine;
    const level = app.facts.levels().find(({ id }) => id === engine?.level);
    return level !== undefined && level.force <= MAX_WARNED_FORCE;
  };

  const go = async (node: number, turn: TurnChoice) =>
    (await app.ask({ type: "play", node, turn })) ? "played" : "refused";

  /** Asks how a turn would lose at once. Returns nothing if it was refused. */
  async function foresee(node: number, text: string) {
    const events = await app.ask({ type: "foresee", node, turn: text });
    return events && answer(events, "foreseen");
  }

  /** Plays a turn whose text is known. */
  async function play(node: number, turn: TurnChoice, text: string): Promise<Outcome> {
    if (!isGentle()) return go(node, turn);
    const foreseen = await foresee(node, text);
    if (!foreseen) return "refused";
    const { danger, incomplete } = foreseen;
    if (incomplete) app.notices.show(t("There are too many replies to look at all of them."));
    if (danger === undefined) return go(node, turn);
    setDoubt({ danger, play: () => void go(node, turn) });
    return "asked";
  }

  /** Plays a turn that was entered before the opponent played. Returns why it could not be, if so. */
  async function playAhead(node: number, turn: TurnChoice, text: string): Promise<Obstacle | undefined> {
    const foreseen = await foresee(node, text);
    if (foreseen?.danger !== undefined) return { danger: foreseen.danger };
    return foreseen && (await go(node, turn)) === "played" ? undefined : {};
  }

  return { play, playAhead, doubt, forget: () => setDoubt(undefined) };
}

/** Asks whether a turn that loses at once is meant. */
export function DoubtDialog(props: { playing: ReturnType<typeof usePlaying> }) {
  return (
    <Show when={props.playing.doubt()} keyed>
      {(doubt) => (
        <Dialog title={t("That turn loses the game")} close={() => props.playing.forget()}>
          <p>{sentence(doubt.danger)}</p>
          <div class="row">
            <button class="primary" onClick={() => props.playing.forget()}>
              {t("Look for another turn")}
            </button>
            <button
              onClick={() => {
                props.playing.forget();
                doubt.play();
              }}
            >
              {t("Play it all the same")}
            </button>
          </div>
        </Dialog>
      )}
    </Show>
  );
}
