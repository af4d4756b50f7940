/** Returns a list in random order, every order with the same chance. */
export function shuffled<T>(list: readonly T[]): T[] {
  const keys = list.map((one) => ({ one, key: Math.random() }));
  return keys.sort((a, b) => a.key - b.key).map(({ one }) => one);
}
