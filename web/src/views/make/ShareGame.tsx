/** A game as a link that has its rules in it, or as a file, and its pieces as a table. */

import { For, Show, createResource, createSignal } from "solid-js";
import { number, plural, sentence, t } from "../../language/language";
import type { ExportedGame, GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { png } from "../../state/film";
import { answer } from "../../state/link";
import { download, linkTo, pack } from "../../state/share";
import { CopyButton } from "../CopyButton";
import { Dialog } from "../Dialog";
import { embedCode } from "../embedCode";
import { createPictureFiles } from "../pictureFiles";
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
      <ArrayPictures game={props.game} />
      <h3>{t("A board in a web page")}</h3>
      <p class="hint">
        {t("The page shows the array of the game, and readers can click every piece to see its turns.")}
      </p>
      <div class="row">
        <CopyButton
          label={t("Copy the code")}
          text={() => pack(props.text).then((rules) => embedCode({ rules, title: name() }, location.href))}
        />
        <Show when={app.shelf}>
          <a class="button quiet" href="article.html">
            {t("An example")}
          </a>
        </Show>
      </div>
      <OtherPrograms game={props.game} text={props.text} />
    </Dialog>
  );
}

/** Pictures of the array, to be kept as files. */
function ArrayPictures(props: { game: GameView }) {
  const app = useApp();
  const files = createPictureFiles();
  const file = () => idFor(props.game.summary.name);
  const picture = async () => {
    const events = await app.link.ask({ type: "arrayPicture", game: props.game.summary.id });
    return answer(events, "picture").svg;
  };
  const svgFile = async () => new Blob([await picture()], { type: "image/svg+xml" });
  const pngFile = async () => png(await picture());
  return (
    <>
      <h3>{t("A picture of the array")}</h3>
      <div class="row">
        <button onClick={() => void files.make(`${file()}.png`, pngFile)}>{t("Save as PNG")}</button>
        <button onClick={() => void files.make(`${file()}.svg`, svgFile)}>{t("Save as SVG")}</button>
      </div>
      <p class="problem" role="alert">
        {files.problem()}
      </p>
    </>
  );
}

/** The game as a section of `variants.ini`, and what that does not say. */
function OtherPrograms(props: { game: GameView; text: string }) {
  const app = useApp();
  const [exported, setExported] = createSignal<ExportedGame>();
  const [problem, setProblem] = createSignal("");
  async function write(): Promise<void> {
    setProblem("");
    try {
      const exported = await app.exporter(props.game.summary.id, props.text);
      setExported(exported);
      download("variants.ini", exported.text);
    } catch (reason) {
      setProblem(
        t("The file could not be written: {reason}", {
          reason: reason instanceof Error ? reason.message : String(reason),
        }),
      );
    }
  }
  return (
    <>
      <h3>{t("For Fairy-Stockfish and its relatives")}</h3>
      <p class="hint">
        {t(
          "A section of variants.ini has as many of the rules as such programs know. The others are listed.",
        )}
      </p>
      <div class="row">
        <button onClick={() => void write()}>{t("Save as variants.ini")}</button>
      </div>
      <p class="problem" role="alert">
        {problem()}
      </p>
      <Show when={exported()}>
        {(exported) => (
          <div role="status">
            <p>
              {exported().unsaid.length === 0
                ? t("It has all rules of the game.")
                : plural(
                    exported().unsaid.length,
                    "{count} rule is not in the file:",
                    "{count} rules are not in the file:",
                  )}
            </p>
            <ul class="unsaid">
              <For each={exported().unsaid}>{(rule) => <li>{sentence(rule)}</li>}</For>
            </ul>
          </div>
        )}
      </Show>
    </>
  );
}
