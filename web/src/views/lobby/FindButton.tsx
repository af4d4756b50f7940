/** The button that finds an opponent. */

import { Show, Suspense, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { lazily } from "../lazily";

const FindDialog = lazily(() => import("./FindDialog"));

export function FindButton(props: { class?: string }) {
  const app = useApp();
  const [isOpen, setOpen] = createSignal(false);
  return (
    <>
      <button class={props.class} disabled={app.seeking() !== undefined} onClick={() => setOpen(true)}>
        {t("Find an opponent")}
      </button>
      <Show when={isOpen()}>
        <Suspense>
          <FindDialog close={() => setOpen(false)} />
        </Suspense>
      </Show>
    </>
  );
}
