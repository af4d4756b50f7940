/** Aborts a game with an opponent elsewhere that has hardly begun. */

import { t } from "../../language/language";
import { useApp } from "../../state/app";

export function AbortButton() {
  const { ask, facts, isWaiting } = useApp();
  const isChallenge = () => isWaiting() && facts.state()?.seats?.kept;
  return (
    <button
      classList={{ quiet: !isChallenge() }}
      disabled={facts.mySide() === undefined || !facts.state()?.seats?.canAbort}
      onClick={() => void ask({ type: isWaiting() ? "withdraw" : "abort", side: facts.mySide() ?? 0 })}
    >
      {isChallenge() ? t("Withdraw the challenge") : t("Abort the game")}
    </button>
  );
}
