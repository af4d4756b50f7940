/** The panel of a correspondence game: vacations, conditional turns, notifications. */

import { For, Show } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { longTime } from "../../state/clock";
import { TellMe } from "./TellMe";
import "../../style/friend.css";

export default function ByMail(props: { side: number }) {
  const app = useApp();
  const vacation = () => app.facts.state()?.clock?.vacations?.[props.side];
  return (
    <div class="by-mail">
      <Show when={vacation()}>
        {(own) => (
          <section aria-labelledby="vacation">
            <h2 id="vacation">{t("Vacation")}</h2>
            <p class="hint">
              {own().on
                ? t("Your clock stands still. {time} are left this year.", { time: longTime(own().left) })
                : t(
                    "Your clock can stand still for {time} this year. It runs again when you play; the other player sees it.",
                    { time: longTime(own().left) },
                  )}
            </p>
            <button
              disabled={app.facts.state()?.stage === "over" || own().left === 0}
              onClick={() => void app.ask({ type: "vacation", side: props.side, on: !own().on })}
            >
              {own().on ? t("Back from vacation") : t("Go on vacation")}
            </button>
          </section>
        )}
      </Show>
      <Conditional side={props.side} />
      <TellMe />
    </div>
  );
}

function Conditional(props: { side: number }) {
  const app = useApp();
  const lines = () => app.facts.plan();
  const isOpen = () =>
    app.facts.state()?.stage === "turn" && app.facts.position()?.side === 1 - props.side && !app.isWaiting();
  const forget = () => void app.ask({ type: "plan", node: app.facts.state()?.node ?? 0, lines: [] });
  return (
    <section aria-labelledby="conditional">
      <h2 id="conditional">{t("Conditional turns")}</h2>
      <p class="hint">
        {t(
          "What you answer to which turn: it is played at once, whether you are there or not. The other player does not see it before.",
        )}
      </p>
      <ul class="lines">
        <For each={lines()}>{(line) => <li>{lineInWords(line)}</li>}</For>
      </ul>
      <div class="row">
        <button disabled={!isOpen()} onClick={() => app.setPlanning(true)}>
          {lines().length > 0 ? t("Change them on the board") : t("Enter them on the board")}
        </button>
        <Show when={lines().length > 0}>
          <button class="quiet" onClick={forget}>
            {t("Forget them")}
          </button>
        </Show>
      </div>
      <Show when={!isOpen()}>
        <p class="hint">{t("They are entered while it is the other player's turn.")}</p>
      </Show>
    </section>
  );
}

/** Returns a line of conditional turns: `if P-e5, then P-f4; if …`. */
export function lineInWords(line: readonly string[]): string {
  const pairs = Array.from({ length: Math.ceil(line.length / 2) }, (_, at) => line.slice(2 * at, 2 * at + 2));
  return pairs
    .map(([turn, answer]) =>
      answer === undefined
        ? t("if {turn}, then …", { turn: turn ?? "" })
        : t("if {turn}, then {answer}", { turn: turn ?? "", answer }),
    )
    .join("; ");
}
