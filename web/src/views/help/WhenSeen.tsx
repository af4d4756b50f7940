/** Makes its content only once it is about to be seen. */

import { type JSX, Show } from "solid-js";
import { createSeen } from "../seen";

export function WhenSeen(props: { children: JSX.Element }) {
  let place!: HTMLDivElement;
  const isSeen = createSeen(() => place);
  return (
    <div ref={place} class="when-seen">
      <Show when={isSeen()}>{props.children}</Show>
    </div>
  );
}
