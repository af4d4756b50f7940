/** A storage in memory, for browsers that deny their own: it is lost with the page. */

export class Memory implements Storage {
  private readonly kept = new Map<string, string>();

  get length(): number {
    return this.kept.size;
  }

  readonly clear = () => this.kept.clear();
  readonly getItem = (key: string) => this.kept.get(key) ?? null;
  readonly key = (index: number) => [...this.kept.keys()][index] ?? null;
  readonly removeItem = (key: string) => void this.kept.delete(key);
  readonly setItem = (key: string, value: string) => void this.kept.set(key, value);
}
