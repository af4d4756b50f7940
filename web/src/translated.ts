/**
 * Lets a translator of the browser work on the page without making it stale. It takes a text out of the document and puts a `font`
 * element with the translation in its place; the page, which knows the text alone, would change it where nobody sees it. So the text
 * stands, empty, before its translation: when the page says something else there, or takes the text away, the translation goes.
 */

/** Returns what stops it. */
export function followTranslator(root: Node): () => void {
  const translations = new WeakMap<Text, Element>();

  function forget(text: Text): void {
    translations.get(text)?.remove();
    translations.delete(text);
  }

  function pair(text: Text, translation: Element): void {
    // Some translators put the text into the element.
    if (translation.contains(text)) translation.textContent = text.data;
    translation.before(text);
    text.data = "";
    translations.set(text, translation);
  }

  function follow(records: readonly MutationRecord[]): void {
    const taken = new Map<Node, Text[]>();
    for (const { type, target, removedNodes } of records) {
      if (type === "characterData") {
        if (target instanceof Text && target.data !== "") forget(target);
        continue;
      }
      for (const node of removedNodes) {
        if (!(node instanceof Text) || node.parentNode === target) continue;
        const translation = translations.get(node);
        if (translation && translation.previousSibling !== node) forget(node);
        else if (!translation) taken.set(target, [...(taken.get(target) ?? []), node]);
      }
    }
    for (const { target, addedNodes } of records)
      for (const node of addedNodes) {
        if (node.nodeName !== "FONT" || node.parentNode !== target || target.nodeName === "FONT") continue;
        const text = taken.get(target)?.shift();
        if (text) pair(text, node as Element);
      }
  }

  const observer = new MutationObserver(follow);
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}
