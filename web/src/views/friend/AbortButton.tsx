/** Aborts a game with an opponent elsewhere that has hardly begun. */

import { t } from "../../language/language";
import { useApp } from "../../state/app";

export function AbortButton() {
  const { ask, facts } = useApp();
  return (
    <button
      class="quiet"
      disabled={facts.mySide() === undefined || !facts.state()?.seats?.canAbort}
      onClick={() => void ask({ type: "abort", side: facts.mySide() ?? 0 })}
    >
      {t("Abort the game")}
    </button>
  );
}
