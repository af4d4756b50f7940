/** The tour of the first game: hints beside the board, one after the other, shown once. */

import { Show, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { msg } from "../../language/catalogue";

/** The first steps, for a mouse and for touch. */
const FIRST_STEPS = {
  mouse: [
    msg(
      "Point at any piece: below you read what it does. Press “?” for more. The picture on a tile is its move.",
    ),
    msg(
      "Click one of your pieces. Dots are moves, corners are captures; other signs are explained when you point at them.",
    ),
    msg(
      "Click a sign to go there, or drag the piece. If a turn has several ways, you are asked. Escape cancels.",
    ),
  ],
  touch: [
    msg(
      "Tap any piece: below the board you read what it does. Press it long for more. The picture on a tile is its move.",
    ),
    msg("Tap one of your pieces. Dots are moves, corners are captures; Help explains the other signs."),
    msg(
      "Tap a sign to go there, or drag the piece. If a turn has several ways, you are asked. Tap the piece again to give it up.",
    ),
  ],
};
const STEPS = [
  msg(
    "A dotted frame means that another piece lends the move. Badges on tiles show who is held, who moves twice, who is poisonous.",
  ),
  msg("Pieces that reach the far ranks may turn over: nearly all of them become something stronger."),
  msg(
    "Take a turn back whenever you like, or ask for a hint. The menu with the three dots saves and loads games.",
  ),
];

export default function Tour() {
  const app = useApp();
  const steps = [...FIRST_STEPS[app.isTouch ? "touch" : "mouse"], ...STEPS];
  const [step, setStep] = createSignal(0);
  const end = () => app.set("toured", true);
  return (
    <Show when={app.facts.state()?.stage === "turn"}>
      <section class="tour" aria-label={t("First-game tour")}>
        <p>{t(steps[step()] ?? "")}</p>
        <div class="row">
          <span class="faint">{t("{step} of {count}", { step: step() + 1, count: steps.length })}</span>
          <button class="quiet small" onClick={end}>
            {t("Skip")}
          </button>
          <button class="small" onClick={() => (step() + 1 < steps.length ? setStep(step() + 1) : end())}>
            {step() + 1 < steps.length ? t("Next") : t("Done")}
          </button>
        </div>
      </section>
    </Show>
  );
}
