/** The forces of the engine, as players who accept at once. */

import { For, createSignal, untrack } from "solid-js";
import { t } from "../../language/language";
import type { LevelView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { drawSide } from "../../state/newGame";
import { GameSelect } from "../GameSelect";
import { againstEngine, engineAt, forceName } from "../force";
import { singleFlight } from "../singleFlight";
import "../../style/lobby.css";

export function Forces() {
  const app = useApp();
  const [wanted, setWanted] = createSignal(untrack(() => app.facts.state()?.game));
  const game = () => app.library.summaryOf(wanted())?.id ?? app.facts.games()[0]?.id ?? "";
  const play = singleFlight(async (level: LevelView) => {
    const engine = engineAt(level, app.settings.seconds);
    await app.start(againstEngine(game(), engine, drawSide()));
  });
  return (
    <section class="tables" aria-labelledby="forces">
      <h2 id="forces">{t("Always there: the engine, from the gentlest wind to the strongest")}</h2>
      <div class="row find">
        <GameSelect game={game()} choose={setWanted} />
      </div>
      <ul class="forces">
        <For each={app.facts.levels()}>
          {(level) => (
            <li>
              <button onClick={() => void play(level)} title={level.description}>
                <strong>{forceName(level)}</strong>
                <small>{level.description}</small>
              </button>
            </li>
          )}
        </For>
      </ul>
    </section>
  );
}
