/** Plays turns; against a gentle opponent a person is asked before the last royal piece is given away. */

import { Show, createSignal } from "solid-js";
import { sentence, t } from "../../language/language";
import type { TurnChoice } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { Dialog } from "../Dialog";
import { duelOf } from "./Ending";

/** The strongest wind at which a turn that loses at once is asked about first. */
const GENTLE = 4;

/** What has become of a turn: played, refused, or the person is asked whether it is meant. */
export type Outcome = "played" | "refused" | "asked";

interface Doubt {
  danger: string;
  play: () => void;
}

export function usePlaying() {
  const app = useApp();
  const [doubt, setDoubt] = createSignal<Doubt>();
  const isGentle = () => {
    const engine = duelOf(app.facts.state()?.players ?? [])?.engine;
    const level = app.facts.levels().find(({ id }) => id === engine?.level);
    return level !== undefined && level.force <= GENTLE;
  };

  /** Plays a turn whose text is known. */
  async function play(node: number, turn: TurnChoice, text: string): Promise<Outcome> {
    const go = async () => ((await app.ask({ type: "play", node, turn })) ? "played" : "refused");
    if (!isGentle()) return go();
    const events = await app.ask({ type: "foresee", node, turn: text });
    if (!events) return "refused";
    const { danger } = answer(events, "foreseen");
    if (danger === undefined) return go();
    setDoubt({ danger, play: () => void go() });
    return "asked";
  }

  return { play, doubt, forget: () => setDoubt(undefined) };
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
