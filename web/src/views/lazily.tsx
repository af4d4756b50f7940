/** Parts of the page that are loaded when they are wanted for the first time. */

import { type Component, lazy } from "solid-js";
import { t } from "../language/language";

/** Returns a component that is loaded when it is first shown. If loading fails, because the server is away or has a new version, a message takes its place. */
export function lazily<Props extends object>(load: () => Promise<{ default: Component<Props> }>) {
  return lazy(() =>
    load().catch((reason: unknown) => {
      console.error(reason);
      return { default: NotLoaded };
    }),
  );
}

function NotLoaded() {
  return (
    <div class="page not-found" role="alert">
      <h1>{t("This could not be loaded")}</h1>
      <p>
        <ReloadButton />
      </p>
    </div>
  );
}

export function ReloadButton() {
  return <button onClick={() => location.reload()}>{t("Load the page again")}</button>;
}
