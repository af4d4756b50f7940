/** Makes its content only once it is about to be seen. */

import { type JSX, Show, createSignal, onCleanup, onMount } from "solid-js";

export function WhenSeen(props: { children: JSX.Element }) {
  const [isSeen, setSeen] = createSignal(false);
  let place!: HTMLDivElement;
  onMount(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "400px" },
    );
    observer.observe(place);
    onCleanup(() => observer.disconnect());
  });
  return (
    <div ref={place} class="when-seen">
      <Show when={isSeen()}>{props.children}</Show>
    </div>
  );
}
