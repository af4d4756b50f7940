/** A text from elsewhere: a game file, or a game or pieces of another program. What cannot be said is listed. */

import { For, Match, Show, Switch, createSignal } from "solid-js";
import { plural, sentence, t } from "../../language/language";
import type { ImportAnswer, ImportNote } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { MAX_TEXT_BYTES, bytesOf } from "../../state/ownGames";
import { decoded, hashOfLink } from "../../state/share";
import { type TextFormat, formatOf } from "./formats";
import { gameWith } from "./templates";

/** The most bytes of a text that is read: a `variants.ini` with many games is long. */
const MAX_IMPORT_BYTES = 256 * 1024;

export function PasteForm(props: { begin: (name: string, text: string) => void }) {
  const app = useApp();
  const [text, setText] = createSignal("");
  const [chosen, setChosen] = createSignal<TextFormat | "">("");
  const [answer, setAnswer] = createSignal<ImportAnswer>();
  const [problem, setProblem] = createSignal("");
  const [isBusy, setBusy] = createSignal(false);
  /** The name of the file that the text comes from. */
  let fileName = "";

  function change(text: string): void {
    setText(text);
    setAnswer(undefined);
    setProblem("");
  }

  async function take(file: File): Promise<void> {
    fileName = file.name.replace(/\.[^.]*$/, "");
    change(decoded(await file.arrayBuffer()).text);
  }

  async function read(): Promise<void> {
    const hash = hashOfLink(text(), location.origin);
    if (hash !== undefined) {
      location.hash = hash;
      return;
    }
    const format = chosen() || formatOf(text());
    const most = format === "game" ? MAX_TEXT_BYTES : MAX_IMPORT_BYTES;
    if (bytesOf(text()) > most) {
      setProblem(t("The text is too long: at most {most} KiB are read.", { most: most / 1024 }));
      return;
    }
    const name = nameIn(text()) ?? (fileName || t("My game"));
    if (format === "game") {
      props.begin(name, text());
      return;
    }
    setBusy(true);
    try {
      const read = await app.importer(format, name, text());
      const only = read.type === "games" && read.games.length === 1 ? read.games[0] : undefined;
      if (only?.whole) props.begin(only.variant, only.file);
      else setAnswer(read);
    } catch (reason) {
      setProblem(
        t("The text could not be read: {reason}", {
          reason: reason instanceof Error ? reason.message : String(reason),
        }),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault();
        void read();
      }}
    >
      <p class="hint">
        {t(
          "A game file of Beaufort, a section of Fairy-Stockfish’s variants.ini, the text of an Interactive Diagram, or pieces in Betza’s notation, one a line.",
        )}
      </p>
      <textarea
        rows="5"
        aria-label={t("The text of a game or of pieces")}
        aria-describedby="paste-problem"
        placeholder={t("Paste it here")}
        value={text()}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p id="paste-problem" class="problem" role="alert">
        {problem()}
      </p>
      <div class="row">
        <button disabled={text().trim() === "" || isBusy()}>{t("Read it")}</button>
        <label class="button quiet">
          {t("Choose a file")}
          <input
            type="file"
            class="visually-hidden"
            accept=".toml,.ini,.txt,text/plain"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void take(file);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <select
          aria-label={t("What the text is")}
          value={chosen()}
          onChange={(event) => setChosen(event.currentTarget.value as TextFormat | "")}
        >
          <option value="">{t("Find out what it is")}</option>
          <option value="game">{t("A game file")}</option>
          <option value="ini">{t("A variants.ini")}</option>
          <option value="diagram">{t("An Interactive Diagram")}</option>
          <option value="betza">{t("Betza’s notation")}</option>
        </select>
      </div>
      <Show when={answer()}>
        {(answer) => <Report answer={answer()} name={fileName || t("My piece")} begin={props.begin} />}
      </Show>
    </form>
  );
}

/** Returns the name in a game file. */
function nameIn(text: string): string | undefined {
  return /^\s*name\s*=\s*"([^"\n]+)"/m.exec(text)?.[1];
}

/** What became of a text of another program. */
function Report(props: { answer: ImportAnswer; name: string; begin: (name: string, text: string) => void }) {
  const games = () => (props.answer.type === "games" ? props.answer.games : []);
  const pieces = () => (props.answer.type === "pieces" ? props.answer.pieces : []);
  const refused = () => (props.answer.type === "refused" ? props.answer : undefined);
  const year = () => new Date().getFullYear();
  return (
    <section class="import-report" aria-label={t("What the text says")} aria-live="polite">
      <Switch>
        <Match when={refused()}>
          {(refused) => (
            <>
              <p class="problem">
                {plural(
                  refused().total,
                  "The text cannot be read: it has a mistake.",
                  "The text cannot be read: it has {count} mistakes.",
                )}
              </p>
              <ul>
                <For each={refused().errors}>
                  {({ line, column, message }) => (
                    <li>
                      {t("Line {line}, column {column}: ", { line, column })}
                      {sentence(message)}
                    </li>
                  )}
                </For>
              </ul>
            </>
          )}
        </Match>
        <Match when={games().length > 0}>
          <ul class="imported">
            <For each={games()}>
              {(game) => (
                <li>
                  <div class="row">
                    <strong>{game.variant}</strong>
                    <button type="button" class="small" onClick={() => props.begin(game.variant, game.file)}>
                      {t("Open it")}
                    </button>
                  </div>
                  <Notes isWhole={game.whole} notes={game.notes} />
                </li>
              )}
            </For>
          </ul>
        </Match>
        <Match when={pieces().length > 0}>
          <ul class="imported">
            <For each={pieces()}>
              {(piece) => (
                <li>
                  <code translate="no">{piece.betza}</code>{" "}
                  <Show when={piece.ability} fallback={<span>{t("cannot be said.")}</span>}>
                    <code translate="no">{piece.ability}</code>
                  </Show>
                  <ul>
                    <For each={[...piece.unsaid, ...piece.approximated]}>
                      {(why) => <li>{sentence(why)}</li>}
                    </For>
                  </ul>
                </li>
              )}
            </For>
          </ul>
          <Show when={pieces().some(({ ability }) => ability !== "")}>
            <button
              type="button"
              onClick={() => props.begin(t("My game"), gameWith(props.name, year(), pieces()))}
            >
              {t("Make a game with them")}
            </button>
          </Show>
        </Match>
        <Match when={true}>
          <p>{t("There is no game in this text.")}</p>
        </Match>
      </Switch>
    </section>
  );
}

/** What of a game could not be said, or only nearly. */
function Notes(props: { isWhole: boolean; notes: readonly ImportNote[] }) {
  const missing = () =>
    props.notes.filter(({ treatment }) => treatment === "notSaid" || treatment === "approximated");
  return (
    <Show when={!props.isWhole} fallback={<p class="hint">{t("With all of its rules.")}</p>}>
      <p class="hint">
        {plural(
          missing().length,
          "{count} rule is missing or different:",
          "{count} rules are missing or different:",
        )}
      </p>
      <ul>
        <For each={missing()}>
          {({ key, value, treatment, why }) => (
            <li>
              <code translate="no">{value === "" ? key : `${key} = ${value}`}</code>{" "}
              {treatment === "notSaid" ? t("is left out") : t("is different")}
              {why === undefined ? "." : ` (${sentence(why)}).`}
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
