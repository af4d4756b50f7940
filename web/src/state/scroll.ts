/** How far down a page is read when it opens. */

/** Shows each new address from its top, and one that is returned to as the browser remembers it. */
export function openAtTop(): void {
  markAsOpened();
  addEventListener("hashchange", () => {
    if (isOpened()) return;
    markAsOpened();
    scrollTo(0, 0);
  });
}

/** The mark is kept with the entry of the browser's history, and is there again after going back. */
function markAsOpened(): void {
  history.replaceState({ opened: true }, "");
}

function isOpened(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "opened" in state;
}
