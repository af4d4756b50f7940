/** How the player wants to be told that it is their turn: by a notification of this browser, by letters. */

import { Show, createSignal, onMount } from "solid-js";
import { language, t } from "../../language/language";
import { useApp } from "../../state/app";
import type { MailAnswer, PushAnswer } from "../../state/facts";
import { canBeNotified, ownEndpoint, subscribe } from "../../state/push";
import { Tick } from "../Tick";

export function TellMe() {
  const app = useApp();
  return (
    <Show when={app.facts.push() ?? app.facts.mail()}>
      <section aria-labelledby="tell-me">
        <h2 id="tell-me">{t("When it is your turn")}</h2>
        <Show when={app.facts.push()}>{(push) => <Notifications push={push()} />}</Show>
        <Show when={app.facts.mail()}>{(mail) => <Letters mail={mail()} />}</Show>
      </section>
    </Show>
  );
}

function Notifications(props: { push: PushAnswer }) {
  const app = useApp();
  const [own, setOwn] = createSignal<string>();
  const [isAsking, setAsking] = createSignal(false);
  const isOver = () => app.facts.state()?.stage === "over";
  const isOn = () => props.push.endpoints.includes(own() ?? "");
  onMount(() => void ownEndpoint().then(setOwn));

  async function begin(): Promise<void> {
    const subscription = await subscribe(props.push.key);
    if (subscription === "denied") {
      app.notices.show(
        t("This browser does not allow notifications of this page. Allow them in its settings."),
      );
    } else if (subscription === "failed") {
      app.notices.show(t("The browser cannot reach its push service. Try again later."));
    } else if (await app.ask({ type: "push", ...subscription, language: language() })) {
      setOwn(subscription.endpoint);
    }
  }

  function set(on: boolean): void {
    if (!on) return void app.ask({ type: "stopPush", endpoint: own() ?? "" });
    setAsking(true);
    void begin().finally(() => setAsking(false));
  }

  return (
    <Show
      when={canBeNotified()}
      fallback={
        <p class="hint">
          {t(
            "This browser shows no notifications. On an iPhone or iPad, add this page to the Home Screen and open it there.",
          )}
        </p>
      }
    >
      <Show when={isOn() || !isOver()}>
        <Tick class="switch" label={t("Notify me on this device")} on={isOn() || isAsking()} set={set} />
        <p class="hint">{t("You are notified at most once a turn, and only while you are not here.")}</p>
      </Show>
    </Show>
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
  );
}
