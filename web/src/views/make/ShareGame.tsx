/** A game as a link that has its rules in it, or as a file. */

import { Show, createResource } from "solid-js";
import { number, t } from "../../language/language";
import { download, linkTo, pack } from "../../state/share";
import { CopyButton } from "../CopyButton";
import { Dialog } from "../Dialog";
import { idFor } from "./templates";

export default function ShareGame(props: { name: string; text: string; close: () => void }) {
  const [link] = createResource(
    () => props.text,
    async (text) => linkTo("make", "from", await pack(text)),
  );
  return (
    <Dialog title={t("Share {game}", { game: props.name })} close={props.close}>
      <p>
        {t(
          "The link holds the whole game as it is now. Whoever opens it can read its rules, play it, and make a game of their own from it. No account is needed, and later changes do not change the link.",
        )}
      </p>
      <Show when={link()}>
        {(link) => (
          <>
            <textarea
              readonly
              rows="4"
              aria-label={t("The link")}
              value={link()}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p class="hint">{t("{count} characters", { count: number(link().length) })}</p>
            <div class="row">
              <CopyButton class="primary" label={t("Copy the link")} text={link} />
              <button onClick={() => download(`${idFor(props.name)}.toml`, props.text)}>
                {t("Save as a file")}
              </button>
            </div>
          </>
        )}
      </Show>
    </Dialog>
  );
}
