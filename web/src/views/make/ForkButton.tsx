/** A button that begins a draft with the text of a game. */

import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { MAX_DRAFTS } from "../../state/drafts";
import { href } from "../../state/route";

interface ForkButtonProps {
  name: string;
  text: string;
  /** The id of the game. */
  origin?: string;
  class?: string;
}

export function ForkButton(props: ForkButtonProps) {
  const app = useApp();
  return (
    <button
      class={props.class}
      title={t("Begin a game of your own with these rules")}
      onClick={() => {
        const name = app.drafts.create(props.name, props.text, props.origin);
        if (name === undefined) app.notices.show(noRoom());
        else location.hash = href("make", name);
      }}
    >
      {t("Fork it")}
    </button>
  );
}

/** Returns that there is no room for another draft. */
export function noRoom(): string {
  return t("There are {count} games in the making, and no room for another: delete one first.", {
    count: MAX_DRAFTS,
  });
}
