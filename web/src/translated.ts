/**
 * Keeps the page up to date while the browser translates it. The browser takes a text node out of the document and puts a `font`
 * element with the translation in its place; Solid would then change a node that is no longer shown. Therefore the text node stays in the
 * document, empty, before its translation, and the translation is removed when the page changes or removes the node.
 */

/** Starts it. Returns a function that stops it. */
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
