/** A game as a link that has its rules in it, or as a file, and its pieces as a table. */

import { Show, createResource } from "solid-js";
import { number, t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { download, linkTo, pack } from "../../state/share";
import { CopyButton } from "../CopyButton";
import { Dialog } from "../Dialog";
import { Publish } from "./Publish";
import { pieceText } from "./pieceText";
import { idFor } from "./templates";

interface ShareGameProps {
  game: GameView;
  text: string;
  /** The name of the game in the making. */
  draft: string;
  close: () => void;
}

export default function ShareGame(props: ShareGameProps) {
  const app = useApp();
  const name = () => props.game.summary.name;
  const [link] = createResource(
    () => props.text,
    async (text) => linkTo("make", "from", await pack(text)),
  );
  return (
    <Dialog title={t("Share {game}", { game: name() })} close={props.close}>
      <Show when={!app.shelf}>
        <Publish draft={props.draft} game={props.game.summary.id} text={props.text} />
        <h3>{t("As a link that needs no server")}</h3>
      </Show>
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
              <CopyButton class={app.shelf ? "primary" : ""} label={t("Copy the link")} text={link} />
              <button onClick={() => download(`${idFor(name())}.toml`, props.text)}>
                {t("Save as a file")}
              </button>
            </div>
          </>
        )}
      </Show>
      <h3>{t("A table of its pieces")}</h3>
      <p class="hint">{t("For a page about the game, with their moves in words and in Betza's notation.")}</p>
      <div class="row">
        <CopyButton label={t("Copy it as Markdown")} text={() => pieceText(props.game, "markdown")} />
        <CopyButton label={t("Copy it as HTML")} text={() => pieceText(props.game, "html")} />
      </div>
    </Dialog>
  );
}
