/** The line under the board about the turn being entered: the effect of a click, and a premove that waits. */

import { Show } from "solid-js";
import { targetInWords } from "../../entry/words";
import { sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import type { Premoves } from "../../state/premoves";
import { Rich } from "../../language/Rich";

interface EntryBarProps {
  game: GameView;
  entering: Entering;
  premoves?: Premoves;
}

export function EntryBar(props: EntryBarProps) {
  const app = useApp();
  const board = () => app.facts.position()?.board ?? [];
  return (
    <div class="entry" role="group" aria-label={t("The turn being entered")}>
      <div role="status">
        <Show when={props.premoves?.waiting()}>
          {(premove) => (
            <p>
              <Rich
                text={t("<turn>{turn}</turn> waits for your turn.", { turn: premove().text })}
                parts={{ turn: (text) => <strong translate="no">{text}</strong> }}
              />{" "}
              <button class="quiet small" onClick={() => props.premoves?.drop()}>
                {t("Drop it")}
              </button>
            </p>
          )}
        </Show>
        <Show when={props.premoves?.dropped()}>
          {(dropped) => (
            <p>
              <Rich
                text={t(
                  dropped().danger === undefined
                    ? "<turn>{turn}</turn>, entered ahead, cannot be played now."
                    : "<turn>{turn}</turn>, entered ahead, has not been played: it would lose the game.",
                  { turn: dropped().text },
                )}
                parts={{ turn: (text) => <strong translate="no">{text}</strong> }}
              />{" "}
              {sentence(dropped().danger ?? "")}
            </p>
          )}
        </Show>
      </div>
      <Show when={props.entering.pointed()}>
        {(target) => <p class="faint">{targetInWords(props.game, board(), target())}</p>}
      </Show>
    </div>
  );
}
