/** How the players' time is limited: not at all, for the game, for each turn or, between two people elsewhere, by days. */

import { For, Match, Switch, createEffect, createSignal } from "solid-js";
import { plural, t } from "../../language/language";
import type { ClockRule } from "../../protocol/protocol";
import { Segments } from "../Segments";

type Kind = "none" | "fischer" | "perTurn" | "days";

/** The days for a turn that there are by mail. */
const DAYS = [1, 2, 3, 5, 7, 14] as const;

interface ClockChoiceProps {
  /** Whether the game can be one by mail. */
  mayBeByMail: boolean;
  choose: (rule: ClockRule | undefined) => void;
}

export function ClockChoice(props: ClockChoiceProps) {
  const [chosen, setKind] = createSignal<Kind>("none");
  const kind = () => (chosen() === "days" && !props.mayBeByMail ? "none" : chosen());
  const [days, setDays] = createSignal(3);
  const [minutes, setMinutes] = createSignal(20);
  const [increment, setIncrement] = createSignal(15);
  const [seconds, setSeconds] = createSignal(60);
  createEffect(() => {
    const rules: Record<Kind, ClockRule | undefined> = {
      none: undefined,
      fischer: { type: "fischer", initial: minutes() * 60_000, increment: increment() * 1000 },
      perTurn: { type: "perTurn", time: seconds() * 1000 },
      days: { type: "days", days: days() },
    };
    props.choose(rules[kind()]);
  });
  return (
    <fieldset>
      <legend>{t("Clock")}</legend>
      <Segments
        label={t("Clock")}
        value={kind()}
        options={[
          { value: "none", label: t("None") },
          { value: "fischer", label: t("For the game") },
          { value: "perTurn", label: t("For each turn") },
          ...(props.mayBeByMail ? [{ value: "days" as const, label: t("By mail") }] : []),
        ]}
        choose={setKind}
      />
      <Switch>
        <Match when={kind() === "fischer"}>
          <p class="row times">
            <Time label={t("Minutes for the game")} value={minutes()} most={1440} set={setMinutes} />{" "}
            {t("min, and")}{" "}
            <Time
              label={t("Seconds more for each turn")}
              value={increment()}
              least={0}
              most={3600}
              set={setIncrement}
            />{" "}
            {t("s more for each turn")}
          </p>
        </Match>
        <Match when={kind() === "perTurn"}>
          <p class="row times">
            <Time label={t("Seconds for each turn")} value={seconds()} most={86_400} set={setSeconds} />{" "}
            {t("s")}
          </p>
        </Match>
        <Match when={kind() === "days"}>
          <p class="row times">
            <select
              aria-label={t("Days for each turn")}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            >
              <For each={DAYS}>
                {(count) => (
                  <option value={count} selected={count === days()}>
                    {plural(count, "{count} day a turn", "{count} days a turn")}
                  </option>
                )}
              </For>
            </select>
          </p>
        </Match>
      </Switch>
    </fieldset>
  );
}

interface TimeProps {
  label: string;
  value: number;
  least?: number;
  most: number;
  set: (value: number) => void;
}

function Time(props: TimeProps) {
  const least = () => props.least ?? 1;
  return (
    <input
      type="number"
      aria-label={props.label}
      min={least()}
      max={props.most}
      value={props.value}
      onInput={(event) => {
        const value = event.currentTarget.valueAsNumber;
        if (value >= least() && value <= props.most) props.set(Math.round(value));
      }}
    />
  );
}
