/** Claims against an absent opponent: the waiting player may claim the win or a draw, the other one is warned. */

import { Match, Switch, createSignal, onCleanup } from "solid-js";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { clockText } from "../../state/clock";

export default function Claims(props: { game: GameView }) {
  const { ask, facts } = useApp();
  const [now, setNow] = createSignal(performance.now());
  const timer = setInterval(() => setNow(performance.now()), 500);
  onCleanup(() => clearInterval(timer));
  const mine = () => facts.mySide() ?? -1;
  const claim = () => facts.claim();
  const left = () => Math.max(0, (claim()?.until ?? 0) - now());
  const away = () => {
    const since = facts.awaySince()[1 - mine()];
    return since === undefined ? 0 : now() - since;
  };
  const mayClaim = () => {
    const after = facts.claimAfter();
    const state = facts.state();
    const waitsForOther = state?.stage === "turn" && facts.position()?.side === 1 - mine();
    return after !== undefined && waitsForOther && !state.seats?.canAbort && away() >= after;
  };
  const name = () => props.game.summary.sides[claim()?.side ?? 0] ?? "";
  const send = (draw: boolean) => void ask({ type: "claim", side: mine(), draw });
  return (
    <Switch>
      <Match when={claim()}>
        {(claim) => (
          <p class="offer">
            {claim().draw
              ? t("{side} claims a draw, since the other player stays away. It is granted in {time}.", {
                  side: name(),
                  time: clockText(left()),
                })
              : t("{side} claims the win, since the other player stays away. It is granted in {time}.", {
                  side: name(),
                  time: clockText(left()),
                })}
          </p>
        )}
      </Match>
      <Match when={mayClaim()}>
        <div class="offer">
          <span>
            {t("The other player has been away for long. You may wait, or claim how the game ends.")}
          </span>
          <span class="row">
            <button onClick={() => send(false)}>{t("Claim the win")}</button>
            <button onClick={() => send(true)}>{t("Claim a draw")}</button>
          </span>
        </div>
      </Match>
    </Switch>
  );
}
