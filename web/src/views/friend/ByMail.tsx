/** The panel of a game that takes days: vacations and conditional turns. */

import { For, Show, createSignal } from "solid-js";
import { language, t } from "../../language/language";
import { useApp } from "../../state/app";
import { longTime } from "../../state/clock";
import type { MailAnswer } from "../../state/facts";
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
      <Show when={app.facts.mail()}>{(mail) => <Letters mail={mail()} />}</Show>
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

/** The address for letters that say that it is the player's turn. */
function Letters(props: { mail: MailAnswer }) {
  const app = useApp();
  const [address, setAddress] = createSignal("");
  const isOver = () => app.facts.state()?.stage === "over";

  async function leave(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const asked = app.ask({ type: "mail", address: address().trim(), language: language() });
    if (await asked) setAddress("");
  }

  return (
    <section aria-labelledby="letters">
      <h2 id="letters">{t("Letters")}</h2>
      <Show
        when={props.mail.address}
        fallback={
          <form onSubmit={(event) => void leave(event)}>
            <label class="field">
              {t("Your mail address, to be told when it is your turn")}
              <input
                type="email"
                required
                autocomplete="email"
                disabled={isOver()}
                value={address()}
                onInput={(event) => setAddress(event.currentTarget.value)}
              />
            </label>
            <p class="hint">
              {t(
                "You get at most one letter a turn. Nobody else sees the address, and it is forgotten when the game is over.",
              )}
            </p>
            <button disabled={isOver()}>{t("Write to me")}</button>
          </form>
        }
      >
        {(known) => (
          <>
            <p role="status">
              {props.mail.confirmed
                ? t("When it is your turn and you are not here, a letter goes to {address}.", {
                    address: known(),
                  })
                : t("A letter has gone to {address}: follow its link to get more.", { address: known() })}
            </p>
            <button onClick={() => void app.ask({ type: "mail" })}>{t("No more letters")}</button>
          </>
        )}
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
