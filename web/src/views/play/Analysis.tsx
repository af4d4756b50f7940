/** The engine's lines for the position shown. */

import { Show } from "solid-js";
import { sentence, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Entering } from "../../state/entering";
import { Segments } from "../Segments";
import { Lines } from "./Lines";
import { Rich } from "../../language/Rich";
import { Tick } from "../Tick";

/** The numbers of lines that an analysis may have. */
const LINES = ["1", "2", "3", "4", "5"].map((value) => ({ value, label: value }));

export default function Analysis(props: { game: GameView; entering: Entering }) {
  const app = useApp();
  const { ask, facts } = app;
  const state = facts.state;
  const best = () => facts.scores().get(state()?.node ?? -1);
  const isOn = () => state()?.analysis !== undefined;
  const isThinking = () => isOn() || facts.thinking() !== undefined;
  const lines = () => state()?.analysis ?? app.settings.lines;
  const analyse = (on: boolean, lines: number) => void ask({ type: "analyse", on, lines });
  const chooseLines = (lines: number) => {
    app.set("lines", lines);
    if (isOn()) analyse(true, lines);
  };
  return (
    <div class="analysis">
      <div class="row">
        <Tick
          class="switch"
          label={t("Analyse this position")}
          on={isOn()}
          set={(on) => analyse(on, app.settings.lines)}
        />
        <span class="row">
          {t("Lines")}
          <Segments
            label={t("Lines of the analysis")}
            value={String(lines())}
            options={LINES}
            choose={(value) => chooseLines(Number(value))}
          />
        </span>
      </div>
      <Show when={isThinking()}>
        <Lines
          thought={facts.analysis() ?? facts.thinking()}
          count={isOn() ? lines() : 1}
          entering={props.entering}
        />
      </Show>
      {/* A hint is told step by step: it must not stand here before. */}
      <Show when={!isThinking() && !facts.hint() && best()?.best}>
        {(turn) => (
          <p>
            <Rich
              text={t("Here the engine would play <turn>{turn}</turn> ({score}).", {
                turn: turn(),
                score: sentence(best()?.score.text ?? ""),
              })}
              parts={{ turn: (text) => <strong>{text}</strong> }}
            />
          </p>
        )}
      </Show>
      <Tick
        class="switch"
        label={t("Evaluation bar")}
        on={app.settings.evaluation}
        set={(on) => app.set("evaluation", on)}
      />
    </div>
  );
}
