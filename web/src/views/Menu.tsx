/** A button with a list of what else can be done. The list closes when something is chosen in it or done elsewhere, or by Escape. */

import { type JSX, createSignal } from "solid-js";
import { t } from "../language/language";
import { Icon } from "../Icon";
import { closeWhenLeft } from "./leave";

/** `label` is the accessible name of the menu, where "More" is not enough. */
export function Menu(props: { label?: string; children: JSX.Element }) {
  let menu!: HTMLDetailsElement;
  let button!: HTMLElement;
  const [isOpen, setOpen] = createSignal(false);
  closeWhenLeft(
    isOpen,
    () => [menu],
    () => setOpen(false),
  );
  function key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !isOpen()) return;
    event.stopPropagation();
    close();
  }
  /** The button has the focus before something is done: a dialog that opens gives the focus back to it. */
  function close(): void {
    button.focus();
    setOpen(false);
  }
  return (
    <details ref={menu} class="menu" open={isOpen()} onToggle={() => setOpen(menu.open)} onKeyDown={key}>
      <summary ref={button} class="button quiet icon" aria-label={props.label ?? t("More")} title={t("More")}>
        <Icon name="more" />
      </summary>
      <div class="menu-list" on:click={{ handleEvent: close, capture: true }}>
        {props.children}
      </div>
    </details>
  );
}
