/** Arrows and circles that a person draws on a board. */

export type Colour = "green" | "red" | "blue" | "yellow";

/** An arrow from one square to another, or a circle around one. */
export interface Drawing {
  from: number;
  to: number;
  colour: Colour;
}

/** The most that is drawn on one position; what was drawn first goes first. */
export const MAX_DRAWINGS = 100;

/** Returns the colour in which one draws while some keys are held. */
export function colourOf(keys: Pick<MouseEvent, "shiftKey" | "ctrlKey" | "altKey">): Colour {
  const isShifted = keys.shiftKey || keys.ctrlKey;
  if (keys.altKey) return isShifted ? "yellow" : "blue";
  return isShifted ? "red" : "green";
}

/** Adds a drawing. Drawing the same again in the same colour removes it, in another colour recolours it. */
export function drawn(drawings: readonly Drawing[], added: Drawing): Drawing[] {
  const isThere = ({ from, to }: Drawing) => from === added.from && to === added.to;
  const others = drawings.filter((one) => !isThere(one));
  const isErased = drawings.find(isThere)?.colour === added.colour;
  return isErased ? others : [...others, added].slice(-MAX_DRAWINGS);
}
