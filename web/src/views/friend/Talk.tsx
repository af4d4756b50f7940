/** The chat of a game elsewhere, and the own notes. */

import { For, Show, createEffect, createSignal, on } from "solid-js";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { singleFlight } from "../singleFlight";
import "../../style/friend.css";

/** The longest line and the longest note, in UTF-16 units: within what the server takes, 300 characters and 4 KiB. */
const MAX_LINE = 300;
const MAX_NOTE = 1000;

interface TalkProps {
  game: GameView;
  side: number;
  /** Whether there is no room for a note. */
  isBrief?: boolean;
}

export default function Talk(props: TalkProps) {
  return (
    <div class="talk">
      <Chat game={props.game} side={props.side} />
      <Show when={!props.isBrief}>
        <Note />
      </Show>
    </div>
  );
}

function Chat(props: { game: GameView; side: number }) {
  const app = useApp();
  const chat = () => app.facts.chat();
  const [text, setText] = createSignal("");
  let log!: HTMLDivElement;
  const isMine = () => chat()?.off[props.side] ?? false;
  const isTheirs = () => chat()?.off[1 - props.side] ?? false;
  // The newest line is in view.
  createEffect(
    on(chat, () => {
      log.scrollTop = log.scrollHeight;
    }),
  );

  const say = singleFlight(async () => {
    if (text().trim() && (await app.ask({ type: "chat", text: text() }))) setText("");
  });

  const name = (side: number) => (side === props.side ? t("You") : props.game.summary.sides[side]);
  return (
    <section aria-labelledby="chat">
      <h2 id="chat">{t("Chat")}</h2>
      <div class="chat" ref={log} role="log" aria-labelledby="chat" tabindex="0">
        <ol>
          <For each={chat()?.lines}>
            {(line) => (
              <li classList={{ own: line.side === props.side }}>
                <b>{name(line.side)}:</b> {line.text}
              </li>
            )}
          </For>
        </ol>
      </div>
      <Show
        when={!isMine() && !isTheirs()}
        fallback={
          <p class="hint" role="status">
            {isMine()
              ? t("You have switched the chat off.")
              : t("The other player has switched the chat off.")}
          </p>
        }
      >
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void say();
          }}
        >
          <input
            type="text"
            aria-label={t("Say something")}
            autocomplete="off"
            maxlength={MAX_LINE}
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button>{t("Say it")}</button>
        </form>
      </Show>
      <button
        class="quiet"
        onClick={() => void app.ask({ type: "switchChat", side: props.side, on: isMine() })}
      >
        {isMine() ? t("Switch the chat on") : t("Switch the chat off")}
      </button>
    </section>
  );
}

function Note() {
  const app = useApp();
  return (
    <section>
      <label class="field">
        {t("Your note; nobody else sees it")}
        <textarea
          rows="4"
          maxlength={MAX_NOTE}
          value={app.facts.note()}
          onChange={(event) => void app.ask({ type: "note", text: event.currentTarget.value })}
        />
      </label>
    </section>
  );
}
