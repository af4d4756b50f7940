import { expect, it } from "vitest";
import type { StateView } from "../protocol/protocol";
import { FakeServer } from "../transport/fake";
import { Interruption, Refusal, answer, createLink } from "./link";
import { createFacts } from "./facts";

function connected() {
  const server = new FakeServer();
  const { facts, ...book } = createFacts(() => 0);
  const link = createLink(server.connect, "one", book);
  return { server, facts, link };
}

async function greeted() {
  const all = connected();
  all.server.open();
  all.server.tell({ type: "done" }, all.server.last?.id);
  await Promise.resolve();
  return all;
}

it("says hello first, and asks the rest when it is answered", async () => {
  const { server, link } = connected();
  const games = link.ask({ type: "games" });
  server.open();
  expect(server.sent.map(({ command }) => command.type)).toEqual(["hello"]);
  server.tell({ type: "done" }, server.last?.id);
  await Promise.resolve();
  expect(server.last?.command.type).toBe("games");
  server.tell({ type: "games", games: [] }, server.last?.id);
  server.tell({ type: "done" }, server.last?.id);
  expect(answer(await games, "games").games).toEqual([]);
});

it("a refusal says what is wrong, and changes nothing", async () => {
  const { server, link, facts } = await greeted();
  const play = link.ask({ type: "takeBack" });
  server.tell({ type: "error", error: { code: "notNow", message: "nothing to take back" } }, server.last?.id);
  await expect(play).rejects.toThrow("nothing to take back");
  await expect(play).rejects.toBeInstanceOf(Refusal);
  expect(facts.state()).toBeUndefined();
});

it("what others do is known without having been asked", async () => {
  const { server, facts } = await greeted();
  const node = { id: 1, children: [], text: "P-e4", number: "1.", side: 0 };
  server.tell({ type: "tree", nodes: [{ ...node, id: 0 }] });
  server.tell({ type: "node", node });
  expect([...facts.tree().keys()]).toEqual([0, 1]);
});

it("a lost connection fails what was asked, and greets again", async () => {
  const { server, link } = await greeted();
  const asked = link.ask({ type: "hint" });
  server.lose();
  expect(link.isOpen()).toBe(false);
  await expect(asked).rejects.toThrow("connection");
  await expect(asked).rejects.toBeInstanceOf(Interruption);
  server.open();
  expect(server.last?.command.type).toBe("hello");
});

it("what was to be asked in a session is asked in no other", async () => {
  for (const go of ["join", "joinWith"] as const) {
    const { server, link } = await greeted();
    server.lose();
    const resigning = link.ask({ type: "resign", side: 0 });
    const left = expect(resigning).rejects.toBeInstanceOf(Interruption);
    void link[go]("two");
    server.open();
    server.tell({ type: "done" }, server.last?.id);
    await left;
    expect(link.session()).toBe("two");
    expect(server.sent.map(({ command }) => command.type)).not.toContain("resign");
  }
});

it("tells why the server lets nobody in, until it does", async () => {
  const { server, link } = connected();
  server.lose("too many games are open");
  expect(link.trouble()).toBe("too many games are open");
  server.open();
  server.tell({ type: "done" }, server.last?.id);
  await Promise.resolve();
  expect(link.trouble()).toBeUndefined();
});

it("tells that the server does not talk to this page", async () => {
  const { server, link } = connected();
  server.open();
  const message = "this server speaks version 2 of the protocol, not 1";
  server.tell({ type: "error", error: { code: "protocol", message } }, server.last?.id);
  await expect.poll(() => link.trouble()).toBe(message);
  expect(link.isOpen()).toBe(false);
});

it("what is asked again before the connection stands is asked once", async () => {
  const { server, link } = await greeted();
  server.lose();
  const commands = ["takeBack", "takeBack", "redo", "takeBack"] as const;
  const asked = commands.map((type) => link.ask({ type }));
  server.open();
  server.tell({ type: "done" }, server.last?.id);
  await expect.poll(() => link.isOpen()).toBe(true);
  const sent = server.sent.slice(-3);
  expect(sent.map(({ command }) => command.type)).toEqual(["takeBack", "redo", "takeBack"]);
  for (const { id } of sent) server.tell({ type: "done" }, id);
  expect(await Promise.all(asked)).toEqual([[], [], [], []]);
});

it("another session is another connection", async () => {
  const { server, link } = await greeted();
  link.join("two");
  expect(server.closed).toBe(true);
  expect(server.session).toBe("two");
  expect(link.session()).toBe("two");
});

it("the answers to a hint come late and are known all the same", async () => {
  const { server, link, facts } = await greeted();
  const asked = link.ask({ type: "hint" });
  const id = server.last?.id;
  server.tell({ type: "done" }, id);
  await asked;
  server.tell({ type: "hint", thought: { node: 0, depth: 1, nodes: 1, ms: 1, lines: [] } }, id);
  expect(facts.hint()?.depth).toBe(1);
});

const EMPTY_STATE: StateView = {
  stage: "empty",
  players: [{ type: "person" }, { type: "person" }],
  node: 0,
  thinking: false,
  waiting: false,
  canTakeBack: false,
  canRedo: false,
  canReopen: false,
  reviewing: false,
};

it("a session is joined once what was asked there is granted", async () => {
  const { server, link, facts } = await greeted();
  server.tell({ type: "state", state: { ...EMPTY_STATE, stage: "turn", game: "old" } });
  const moved = link.joinWith("two", { type: "start" });
  expect(server.closed).toBe(false);
  server.open();
  server.tell({ type: "state", state: EMPTY_STATE });
  server.tell({ type: "done" }, server.last?.id);
  await Promise.resolve();
  expect(server.last?.command.type).toBe("start");
  server.tell({ type: "state", state: { ...EMPTY_STATE, stage: "turn", game: "new" } });
  expect(facts.state()?.game).toBe("old");
  expect(link.session()).toBe("one");
  server.tell({ type: "done" }, server.last?.id);
  await moved;
  expect(facts.state()?.game).toBe("new");
  expect(link.session()).toBe("two");
  expect(link.isOpen()).toBe(true);
});

it("a session where nothing was granted is not joined", async () => {
  const { server, link, facts } = await greeted();
  server.tell({ type: "state", state: { ...EMPTY_STATE, stage: "turn", game: "old" } });
  const moved = link.joinWith("two", { type: "start" });
  server.open();
  server.tell({ type: "done" }, server.last?.id);
  await Promise.resolve();
  server.tell({ type: "error", error: { code: "record", message: "no record" } }, server.last?.id);
  await expect(moved).rejects.toThrow("no record");
  expect(link.session()).toBe("one");
  expect(facts.state()?.game).toBe("old");
  const lost = link.joinWith("two", { type: "start" });
  server.lose();
  await expect(lost).rejects.toThrow("connection");
  expect(link.isOpen()).toBe(true);
});

it("another session is asked without being greeted", async () => {
  const { server, link } = await greeted();
  const asked = link.askIn("two", { type: "summary" });
  server.open();
  expect(server.sent.at(-1)?.command.type).toBe("summary");
  server.tell({ type: "summary" }, server.last?.id);
  server.tell({ type: "done" }, server.last?.id);
  expect(answer(await asked, "summary").table).toBeUndefined();
  expect(link.session()).toBe("one");
});

it("proves its seat after each greeting, and goes on without one that is refused", async () => {
  const server = new FakeServer();
  const { facts, ...book } = createFacts(() => 0);
  const refused: string[] = [];
  const link = createLink(server.connect, "one", book, {
    sit: (session) => ({ type: "sit", seat: `the key of ${session}` }),
    refused: (session, { message }) => void refused.push(`${session}: ${message}`),
  });
  const done = async () => {
    server.tell({ type: "done" }, server.last?.id);
    await new Promise((resolve) => setTimeout(resolve));
  };
  server.open();
  await done();
  expect(server.last?.command).toEqual({ type: "sit", seat: "the key of one" });
  expect(link.isOpen()).toBe(false);
  server.tell({ type: "seated", side: 1 }, server.last?.id);
  await done();
  expect([link.isOpen(), facts.mySide()]).toEqual([true, 1]);
  server.lose();
  server.open();
  await done();
  server.tell({ type: "error", error: { code: "forbidden", message: "no such key" } }, server.last?.id);
  await new Promise((resolve) => setTimeout(resolve));
  expect(link.isOpen()).toBe(true);
  expect(refused).toEqual(["one: no such key"]);
});
