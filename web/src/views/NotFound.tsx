/** The page for an address that leads nowhere. */

import type { JSX } from "solid-js";
import { t } from "../language/language";

export function NotFound(props: { title: string; children: JSX.Element }) {
  return (
    <div class="page not-found">
      <h1>{props.title}</h1>
      <p>{props.children}</p>
      <p>
        <a class="button primary" href="#/">
          {t("To the games")}
        </a>
      </p>
    </div>
  );
}

/** The page for an unknown game. */
export function NoSuchGame(props: { id: string }) {
  return (
    <NotFound title={t("No such game")}>
      {t(
        "There is no game “{id}” here. Perhaps the link is misspelt, or comes from a Beaufort that has games of its own.",
        { id: props.id },
      )}
    </NotFound>
  );
}
