/** Whether an element is about to scroll into view, for content that is built or requested only then. */

import { type Accessor, createSignal, onCleanup, onMount } from "solid-js";

/** One observer serves all elements, of which a long game has thousands: what to do when each is seen. */
const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

function observe(element: Element, seen: () => void): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer?.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: "400px" },
  );
  waiting.set(element, seen);
  observer.observe(element);
}

/** Returns whether an element has come near the part of the page that is seen. */
export function createSeen(element: () => Element): Accessor<boolean> {
  const [isSeen, setSeen] = createSignal(false);
  onMount(() => {
    const place = element();
    observe(place, () => setSeen(true));
    onCleanup(() => observer?.unobserve(place));
  });
  return isSeen;
}
