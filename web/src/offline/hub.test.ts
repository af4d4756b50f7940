import { expect, it, vi } from "vitest";
import { type Store, createHub } from "./hub";

vi.mock("beaufort-wasm", () => {
  /** Conversations that are what has been said in them. */
  class Host {
    private readonly said = new Map<string, string>();

    open = (session: string, _seed: bigint, saved = "") => this.said.set(session, saved);
    isOpen = (session: string) => this.said.has(session);
    request = (session: string, _client: number, text: string) => {
      const said = this.said.get(session);
      if (said !== undefined) this.said.set(session, said + text);
      return this.said.get(session);
    };
    leave = (session: string) => this.said.get(session) || undefined;
    remove = (session: string) => this.said.delete(session);
    join = () => undefined;
    settle = () => undefined;
    schedule = () => undefined;
    deadline = () => undefined;
  }
  return { Host };
});
vi.mock("./engines", () => ({ createEngines: () => ({}) }));

vi.stubGlobal("navigator", { hardwareConcurrency: 2 });

it("a session that is removed while pages have it open is not saved again", async () => {
  const kept = new Map<string, string>();
  const store: Store = {
    load: (session) => Promise.resolve(kept.get(session)),
    save: (session, saved) => Promise.resolve(void kept.set(session, saved)),
    remove: (session) => Promise.resolve(void kept.delete(session)),
    setAside: () => Promise.reject(new Error("nothing is damaged")),
  };
  const opened: number[] = [];
  const hub = createHub(
    {},
    store,
    (client, kind) => kind === "open" && opened.push(client),
    () => undefined,
    (reason) => expect.fail(String(reason)),
  );
  hub.connect(1, "a");
  hub.connect(2, "b");
  hub.text(1, "one ");
  hub.text(2, "other ");
  hub.remove("a");
  // A page that has it open is connected to a session without its history.
  await expect.poll(() => opened).toEqual([1, 2, 1]);
  expect([...kept]).toEqual([["b", "other "]]);
  hub.text(1, "two ");
  await expect.poll(() => kept.get("a")).toBe("two ");
  hub.remove("a");
  hub.close(1);
  hub.connect(3, "b");
  await expect.poll(() => opened).toContain(3);
  expect(kept.has("a")).toBe(false);
});
