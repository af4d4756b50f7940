/** The choice of a clock for two people: few clocks, so that people meet. */

import { Show, createEffect, createSignal } from "solid-js";
import { plural, t } from "../../language/language";
import type { ClockRule } from "../../protocol/protocol";
import { Segments } from "../Segments";

/** The clocks of games that are played at once: minutes for the game, seconds more for each turn. */
const LIVE = ["10+10", "20+15", "45+30"] as const;
/** The days for a turn by mail. */
const DAYS = ["1", "3", "7"] as const;

/** Returns the clock of a choice: `20+15`, or a number of days. */
function clockOf(text: string): ClockRule {
  const [first = 0, increment] = text.split("+").map(Number);
  return increment === undefined
    ? { type: "days", days: first }
    : { type: "fischer", initial: first * 60_000, increment: increment * 1000 };
}

export function PaceChoice(props: { choose: (clock: ClockRule) => void }) {
  const [pace, setPace] = createSignal<"live" | "mail">("live");
  const [live, setLive] = createSignal<(typeof LIVE)[number]>("20+15");
  const [days, setDays] = createSignal<(typeof DAYS)[number]>("3");
  createEffect(() => props.choose(clockOf(pace() === "live" ? live() : days())));
  return (
    <fieldset>
      <legend>{t("When")}</legend>
      <Segments
        label={t("When")}
        value={pace()}
        options={[
          { value: "live", label: t("Now") },
          { value: "mail", label: t("By mail") },
        ]}
        choose={setPace}
      />
      <Show
        when={pace() === "live"}
        fallback={
          <Segments
            label={t("Days for each turn")}
            value={days()}
            options={DAYS.map((value) => ({
              value,
              label: plural(Number(value), "{count} day a turn", "{count} days a turn"),
            }))}
            choose={setDays}
          />
        }
      >
        <Segments
          label={t("Minutes for the game, and seconds more for each turn")}
          value={live()}
          options={LIVE.map((value) => ({ value, label: value.replace("+", " + ") }))}
          choose={setLive}
        />
        <p class="hint">{t("Minutes for the game, and seconds more for each turn")}</p>
      </Show>
    </fieldset>
  );
}
