/** The page to which the links of letters lead: an address is confirmed there, or forgotten. */

import { Show, createSignal } from "solid-js";
import { sentence, t } from "../../language/language";
import { useApp } from "../../state/app";
import { Refusal } from "../../state/link";
import { href } from "../../state/route";

export default function MailLink(props: { session: string; token: string; stop: boolean }) {
  const app = useApp();
  const [isDone, setDone] = createSignal(false);

  /** Nothing happens before a button is pressed: some programs open every link of a letter. */
  async function answer(): Promise<void> {
    const type = props.stop ? "stopMail" : "confirmMail";
    try {
      await app.link.askIn(props.session, { type, token: props.token });
      setDone(true);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      app.notices.show(sentence(reason.problem.message));
    }
  }

  return (
    <div class="page">
      <h1>{props.stop ? t("No more letters?") : t("Letters about your game?")}</h1>
      <Show
        when={isDone()}
        fallback={
          <>
            <p>
              {props.stop
                ? t("You are not told by mail any more that it is your turn in this game.")
                : t("You are told by mail when it is your turn in this game, until it is over.")}
            </p>
            <button class="primary" onClick={() => void answer()}>
              {props.stop ? t("No more letters") : t("Write to me")}
            </button>
          </>
        }
      >
        <p role="status">
          {props.stop ? t("The address has been forgotten.") : t("The address has been confirmed.")}
        </p>
        <a class="button" href={href("play", props.session)}>
          {t("To the game")}
        </a>
      </Show>
    </div>
  );
}
