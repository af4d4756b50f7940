/** A text with parts of its own kind, such as links: `New here? <learn>Begin</learn>.` */

import { For, type JSX } from "solid-js";
import { piecesOf } from "./pieces";

interface RichProps {
  /** The text, already in the language of the page. */
  text: string;
  /** The element for each tag of the text. */
  parts: Readonly<Record<string, (inside: string) => JSX.Element>>;
}

export function Rich(props: RichProps) {
  return (
    <For each={piecesOf(props.text)}>
      {({ tag, text }) => (tag === undefined ? text : (props.parts[tag]?.(text) ?? text))}
    </For>
  );
}
