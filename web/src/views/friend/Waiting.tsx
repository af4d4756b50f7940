/** A game that waits for the opponent: the link to send. */

import { For, Show } from "solid-js";
import { Rich } from "../../language/Rich";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { sharing } from "../../browser";
import { useApp } from "../../state/app";
import { linkTo } from "../../state/share";
import { CopyButton } from "../CopyButton";
import { AbortButton } from "./AbortButton";
import { SeekingTime, SeekingWords, StopSeeking } from "../lobby/SeekingWords";
import "../../style/friend.css";

/** The hosts by which a machine calls itself. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

interface WaitingProps {
  game: GameView;
  /** Shows the invitation again to who has been invited and looks at the board first. */
  ask: () => void;
}

export default function Waiting(props: WaitingProps) {
  const app = useApp();
  const invitation = () => app.seats.invitation(app.link.session());
  const link = () => linkTo("join", app.link.session(), invitation() ?? "");
  const isHereAlone = () => LOOPBACK.test(new URL(link()).hostname);
  const free = () => props.game.summary.sides[app.facts.state()?.seats?.taken.indexOf(false) ?? 0] ?? "";
  const isMine = () => invitation() !== undefined && app.facts.mySide() !== undefined;
  const isSeeking = () => app.seeking()?.session === app.link.session();
  const isKept = () => app.facts.state()?.seats?.kept ?? false;
  const challenged = () => app.seats.challenged(app.link.session()) ?? t("the player who is challenged");
  const hand = sharing();

  /** Cancelling is no failure. */
  async function share(): Promise<void> {
    await hand?.({ title: t("A game of {game}", { game: props.game.summary.name }), url: link() }).catch(
      () => undefined,
    );
  }

  return (
    <section class="waiting-friend" aria-labelledby="waiting-friend">
      <h2 id="waiting-friend">{t("Waiting for the other player")}</h2>
      <Show when={!isMine()}>
        <p role="status">
          {t("The game begins when somebody has taken the seat of {side}.", { side: free() })}
        </p>
        <Show when={app.isInvited()}>
          <div class="row">
            <button class="primary" onClick={() => props.ask()}>
              {t("Take the seat")}
            </button>
          </div>
        </Show>
      </Show>
      <Show when={isMine() && isSeeking()}>
        <p role="status">
          <SeekingWords />
        </p>
        <p>
          {t("Everybody sees it in the lobby and on the front page. The game begins when somebody comes.")}
        </p>
        <div class="row">
          <SeekingTime />
          <StopSeeking />
        </div>
      </Show>
      <Show when={isMine() && isKept()}>
        <p role="status">{t("Only {name} can accept. The game begins then.", { name: challenged() })}</p>
        <p>{t("Without an answer the challenge ends after a week.")}</p>
        <Show when={app.facts.state()?.seats?.rated}>
          <p>{t("The game is rated.")}</p>
        </Show>
        <div class="row">
          <AbortButton />
        </div>
      </Show>
      <Show when={isMine() && !isSeeking() && !isKept()}>
        <p role="status">
          {t("Send this link to a friend. Whoever accepts first plays {side}; the game begins at once.", {
            side: free(),
          })}
        </p>
        <Show when={isHereAlone()}>
          <details>
            <summary>{t("This link can be opened on this machine alone.")}</summary>
            <Rich
              text={t(
                "For others, the games have to be served to them: <command>beaufort serve --public-url URL --listen ADDRESS</command>.",
              )}
              parts={{ command: (text) => <Command text={text} /> }}
            />
          </details>
        </Show>
        <Show when={app.facts.state()?.seats?.rated}>
          <p>{t("The game is rated: who takes the seat has a name, too.")}</p>
        </Show>
        <Show when={app.facts.state()?.seats?.public?.take}>
          <p>{t("The lobby offers the seat to anybody, too.")}</p>
        </Show>
        <div class="row">
          <input
            type="text"
            readonly
            aria-label={t("The link for your friend")}
            value={link()}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton class="primary" label={t("Copy the link")} text={link} />
          <Show when={hand}>
            <button onClick={() => void share()}>{t("Share it")}</button>
          </Show>
          <AbortButton />
        </div>
      </Show>
    </section>
  );
}

/** A command as it is typed: its lines end between words, not within the name of an option. */
function Command(props: { text: string }) {
  return (
    <code>
      <For each={props.text.split(" ")}>
        {(word, index) => (
          <>
            {index() > 0 ? " " : ""}
            <span style={{ "white-space": "nowrap" }}>{word}</span>
          </>
        )}
      </For>
    </code>
  );
}
