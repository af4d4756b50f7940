/** A line of the chat that has come while the chat was not open: it is shown for some seconds, and opens the chat. */

import { createEffect, onCleanup } from "solid-js";
import { t } from "../../language/language";
import type { ChatLine, GameView } from "../../protocol/protocol";
import { Icon } from "../../Icon";
import "../../style/friend.css";

/** How long it is shown, in milliseconds. */
const SHOWN = 7000;

interface ChatNoticeProps {
  game: GameView;
  line: ChatLine;
  open: () => void;
  close: () => void;
}

export default function ChatNotice(props: ChatNoticeProps) {
  createEffect(() => {
    if (!props.line.text) return;
    const timer = setTimeout(() => props.close(), SHOWN);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <div class="notice">
      <p>
        <b>{props.game.summary.sides[props.line.side]}:</b> {props.line.text}
      </p>
      <button class="quiet" onClick={() => props.open()}>
        {t("Open the chat")}
      </button>
      <button class="quiet" onClick={() => props.close()} aria-label={t("Close the notice")}>
        <Icon name="close" />
      </button>
    </div>
  );
}
