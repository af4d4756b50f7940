/** Whether an element is about to scroll into view, for content that is built or requested only then. */

import { type Accessor, createSignal, onCleanup, onMount } from "solid-js";

/** Returns whether an element has come near the part of the page that is seen. */
export function createSeen(element: () => Element): Accessor<boolean> {
  const [isSeen, setSeen] = createSignal(false);
  onMount(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "400px" },
    );
    observer.observe(element());
    onCleanup(() => observer.disconnect());
  });
  return isSeen;
}
