/** Games in and out: texts, files, links. */

import { Show, createResource } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { isOwn } from "../../state/ownGames";
import { download, linkTo, pack } from "../../state/share";
import { CopyButton } from "../CopyButton";
import { Dialog } from "../Dialog";
import { embedCode } from "../embedCode";
import { LoadForm } from "../games/LoadForm";
import { Pictures } from "./Pictures";

export default function ShareDialog(props: { close: () => void }) {
  const app = useApp();
  const [texts] = createResource(async () => {
    const events = await app.ask({ type: "export" });
    return events && answer(events, "exported");
  });
  const game = () => app.facts.state()?.game ?? "";
  return (
    <Dialog title={t("Save, share, load")} close={props.close} wide>
      <Show when={texts()}>
        {(now) => (
          <>
            <h3>{t("This game")}</h3>
            <textarea readonly rows="6" aria-label={t("Record of the game")} value={now().record} />
            <div class="row">
              <button onClick={() => download(`${game()}.txt`, now().record)}>{t("Save as a file")}</button>
              <CopyButton label={t("Copy the record")} text={() => now().record} />
              <CopyButton
                label={t("Copy a link to it")}
                text={() => pack(now().record).then((packed) => linkTo("open", "record", packed))}
              />
              <CopyButton
                label={t("Copy the code for a web page")}
                text={() => embedCode({}, location.href, now().record)}
              />
            </div>
            <Show when={app.facts.state()?.expires}>
              <p class="hint">
                {t(
                  "The server forgets this game when nobody has opened it for 30 days, a new one after 7; the file is yours to keep.",
                )}
              </p>
            </Show>
            <h3>{t("The position shown")}</h3>
            <textarea readonly rows="3" aria-label={t("Position")} value={now().position} />
            <div class="row">
              <CopyButton label={t("Copy the position")} text={() => now().position} />
              <CopyButton
                label={t("Copy a link to it")}
                text={() => pack(now().position).then((packed) => linkTo("open", game(), packed))}
              />
              {/* The rules of one's own game stand in the record. */}
              <Show when={!isOwn(game())}>
                <CopyButton
                  label={t("Copy the code for a web page")}
                  text={() => embedCode({ game: game(), position: now().position }, location.href)}
                />
              </Show>
              <a
                class="button"
                href={`#/editor/${game()}/${encodeURIComponent(now().position)}`}
                onClick={() => props.close()}
              >
                {t("Open in the editor")}
              </a>
            </div>
            <Pictures />
            <h3>{t("The same game on another screen")}</h3>
            <div class="row">
              <CopyButton
                label={t("Copy a link to this table")}
                text={() => linkTo("play", app.settings.session)}
              />
            </div>
          </>
        )}
      </Show>
      <h3>{t("Load a game")}</h3>
      <LoadForm game={game()} done={props.close} />
    </Dialog>
  );
}
