/** The pieces that the sides have taken from each other, by worth. */

/** The pieces that a side has taken. */
export interface Captures {
  /** The types with how many there are of each, the worthiest first. */
  types: { type: number; count: number }[];
  /** By how much it is worth more than what the side has lost, in pieces of the commonest type; less is negative. */
  more: number;
}

/** Returns the captures of a side, from the losses of each side. `worth` is in hundredths of the commonest piece, by type. */
export function capturesOf(
  losses: readonly (readonly number[])[],
  worth: readonly number[],
  side: number,
): Captures {
  const counts = new Map<number, number>();
  for (const type of losses[1 - side] ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
  const value = (types: readonly number[] = []) => types.reduce((sum, type) => sum + (worth[type] ?? 0), 0);
  return {
    types: [...counts]
      .map(([type, count]) => ({ type, count }))
      .sort((a, b) => (worth[b.type] ?? 0) - (worth[a.type] ?? 0) || a.type - b.type),
    more: (value(losses[1 - side]) - value(losses[side])) / 100,
  };
}
