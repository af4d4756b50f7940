/** Games in and out: texts, files, links. */

import { Show, createResource, createSignal } from "solid-js";
import { useApp } from "../../state/app";
import { answer } from "../../state/link";
import { download, isPosition, linkTo, pack } from "../../state/share";
import { Dialog } from "../Dialog";

export function ShareDialog(props: { close: () => void }) {
  const app = useApp();
  const [texts] = createResource(async () => {
    const events = await app.ask({ type: "export" });
    return events && answer(events, "exported");
  });
  const game = () => app.facts.state()?.game ?? "";
  return (
    <Dialog title="Save, share, load" close={props.close} wide>
      <Show when={texts()}>
        {(now) => (
          <>
            <h3>This game</h3>
            <textarea readonly rows="6" aria-label="Record of the game" value={now().record} />
            <div class="row">
              <button onClick={() => download(`${game()}.txt`, now().record)}>Save as a file</button>
              <CopyButton label="Copy the record" text={() => now().record} />
              <CopyButton
                label="Copy a link to it"
                text={async () => linkTo("open", "record", await pack(now().record))}
              />
            </div>
            <h3>The position shown</h3>
            <textarea readonly rows="3" aria-label="Position" value={now().position} />
            <div class="row">
              <CopyButton label="Copy the position" text={() => now().position} />
              <CopyButton
                label="Copy a link to it"
                text={async () => linkTo("open", game(), await pack(now().position))}
              />
              <a
                class="button"
                href={`#/editor/${game()}/${encodeURIComponent(now().position)}`}
                onClick={() => props.close()}
              >
                Open in the editor
              </a>
            </div>
            <h3>The same game on another screen</h3>
            <div class="row">
              <CopyButton
                label="Copy a link to this table"
                text={() => linkTo("play", app.settings.session)}
              />
            </div>
          </>
        )}
      </Show>
      <h3>Load a game</h3>
      <LoadForm game={game()} done={props.close} />
    </Dialog>
  );
}

function CopyButton(props: { label: string; text: () => string | Promise<string> }) {
  const [isCopied, setCopied] = createSignal(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(await props.text());
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }
  return <button onClick={() => void copy()}>{isCopied() ? "Copied" : props.label}</button>;
}

/** Loads a record or a position, typed, pasted or from a file. */
export function LoadForm(props: { game: string; done: () => void }) {
  const app = useApp();
  const [text, setText] = createSignal("");
  async function load(): Promise<void> {
    const from = isPosition(text())
      ? { type: "position" as const, text: text().trim() }
      : { type: "record" as const, text: text() };
    const person = { type: "person" as const };
    if (await app.start({ game: props.game, players: [person, person], from })) props.done();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void load();
      }}
    >
      <textarea
        rows="4"
        aria-label="A record or a position"
        placeholder="Paste a record or a position here"
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="row">
        <button class="primary" disabled={text().trim() === ""}>
          Load
        </button>
        <label class="button">
          Choose a file
          <input
            type="file"
            class="visually-hidden"
            accept=".txt,.pgn,text/plain"
            onChange={(event) => {
              void event.currentTarget.files?.[0]?.text().then(setText);
            }}
          />
        </label>
      </div>
    </form>
  );
}
