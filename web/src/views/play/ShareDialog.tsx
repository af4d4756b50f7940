/** Games in and out: texts, files, links. */

import { Show, createResource, createSignal } from "solid-js";
import { sentence, t } from "../../language/language";
import type { Problem } from "../../protocol/protocol";
import { PERSONS, useApp } from "../../state/app";
import { Refusal, answer } from "../../state/link";
import { download, hashOfLink, linkTo, pack, wordAt } from "../../state/share";
import { CopyButton } from "../CopyButton";
import { Dialog } from "../Dialog";
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
                text={async () => linkTo("open", "record", await pack(now().record))}
              />
            </div>
            <h3>{t("The position shown")}</h3>
            <textarea readonly rows="3" aria-label={t("Position")} value={now().position} />
            <div class="row">
              <CopyButton label={t("Copy the position")} text={() => now().position} />
              <CopyButton
                label={t("Copy a link to it")}
                text={async () => linkTo("open", game(), await pack(now().position))}
              />
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

/** Loads a record or a position, typed, pasted or from a file. A text that is none stays, with the mistake marked. */
export function LoadForm(props: { game: string; done: () => void }) {
  const app = useApp();
  let field!: HTMLTextAreaElement;
  const [text, setText] = createSignal("");
  const [problem, setProblem] = createSignal<Problem>();
  const [isBusy, setBusy] = createSignal(false);

  function change(text: string): void {
    setText(text);
    setProblem(undefined);
  }

  async function load(): Promise<void> {
    const hash = hashOfLink(text(), location.origin);
    if (hash !== undefined) {
      location.hash = hash;
      props.done();
      return;
    }
    setBusy(true);
    try {
      await app.begin({
        game: props.game,
        players: PERSONS,
        from: { type: "text", text: text() },
      });
      props.done();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      setProblem(reason.problem);
      mark(reason.problem);
    } finally {
      setBusy(false);
    }
  }

  /** Selects the word of the text that is wrong. */
  function mark({ line, column }: Problem): void {
    if (line === undefined || column === undefined) return;
    field.focus();
    field.setSelectionRange(...wordAt(text(), line, column));
  }

  const place = () => {
    const { line, column } = problem() ?? {};
    return line === undefined || column === undefined
      ? ""
      : t("Line {line}, column {column}: ", { line, column });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void load();
      }}
    >
      <textarea
        ref={field}
        rows="4"
        aria-label={t("A record or a position")}
        aria-invalid={problem() !== undefined}
        aria-describedby="load-problem"
        placeholder={t("Paste a record, a position or a link here")}
        value={text()}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p id="load-problem" class="problem" role="alert">
        <Show when={problem()}>
          {(now) => (
            <>
              {place()}
              {sentence(now().message)}
            </>
          )}
        </Show>
      </p>
      <div class="row">
        <button class="primary" disabled={text().trim() === "" || isBusy()}>
          {t("Load")}
        </button>
        <label class="button">
          {t("Choose a file")}
          <input
            type="file"
            class="visually-hidden"
            accept=".txt,.pgn,text/plain"
            onChange={(event) => {
              void event.currentTarget.files?.[0]?.text().then(change);
            }}
          />
        </label>
      </div>
    </form>
  );
}
