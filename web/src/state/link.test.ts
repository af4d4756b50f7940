import { createEffect, createRoot } from "solid-js";
import { expect, it } from "vitest";
import type { Command, NodeView, StateView } from "../protocol/protocol";
import { FakeServer } from "../transport/fake";
import { Interruption, MAX_SENDS, Refusal, answer, createLink, isRefused } from "./link";
import { createFacts } from "./facts";
import { fateOf } from "./unanswered";

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

it("what may have been carried out when the connection was lost is told from what was refused", async () => {
  const { server, link } = await greeted();
  const asks = [
    () => link.joinWith("two", { type: "start" }),
    () => link.askIn("two", { type: "summary" }),
  ] as const;
  for (const ask of asks) {
    const lost = ask().catch((reason: unknown) => reason);
    server.open();
    server.lose();
    expect(await lost).toBeInstanceOf(Interruption);
    const neverOpened = ask().catch((reason: unknown) => reason);
    server.lose();
    expect(await neverOpened).toBeInstanceOf(Interruption);
  }
  const problem = { code: "forbidden", message: "it is taken" } as const;
  expect(isRefused(new Refusal(problem))).toBe(true);
  expect(isRefused(new Interruption(problem))).toBe(false);
  expect(isRefused(new Refusal({ ...problem, code: "internal" }))).toBe(false);
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

const NODES: NodeView[] = [
  { id: 0, children: [], text: "", number: "", side: 1 },
  { id: 1, parent: 0, children: [], text: "P-e4", number: "1.", side: 0 },
];
const PLAY: Command = { type: "play", node: 0, turn: { type: "typed", text: "P-e4" } };

/** A page in a game that sees to what was not answered. */
async function playing() {
  const server = new FakeServer();
  const { facts, ...book } = createFacts(() => 0);
  const link = createLink(server.connect, "one", book, undefined, (command) => fateOf(facts, command));
  /** Answers the greeting with a position. */
  const greet = async (node: number) => {
    server.open();
    expect(server.last?.command.type).toBe("hello");
    const state: StateView = { ...EMPTY_STATE, stage: "turn", node };
    server.tellAll(
      [{ type: "state", state }, { type: "tree", nodes: NODES.slice(0, node + 1) }, { type: "done" }],
      server.last?.id,
    );
    await expect.poll(link.isOpen).toBe(true);
  };
  /** How often a command was sent. */
  const sent = (type: Command["type"]) => server.sent.filter(({ command }) => command.type === type);
  await greet(0);
  return { server, facts, link, greet, sent };
}

it("a turn that has not arrived is sent again, with the same key, and answered", async () => {
  for (const fail of ["lose", "fallSilent"] as const) {
    const { server, link, greet, sent } = await playing();
    const played = link.ask(PLAY);
    expect(sent("play").length).toBe(1);
    server[fail]();
    await greet(0);
    const [first, second] = sent("play");
    expect(second?.command).toEqual(PLAY);
    expect(first?.key).toMatch(/^[\w-]{22}$/);
    expect(second?.key).toBe(first?.key);
    server.tell({ type: "done" }, second?.id);
    expect(await played).toEqual([]);
    expect(sent("play").length).toBe(2);
  }
});

it("a turn that has arrived is not sent again", async () => {
  const { server, link, greet, sent } = await playing();
  const played = link.ask(PLAY);
  server.fallSilent();
  await greet(1);
  expect(await played).toEqual([]);
  expect(sent("play").length).toBe(1);
});

it("a turn that arrives late, and is refused the second time, has been played", async () => {
  const { server, link, greet, sent } = await playing();
  const played = link.ask(PLAY);
  server.fallSilent();
  await greet(0);
  // Late messages of the old connection.
  server.tellAll([
    { type: "node", node: { ...NODES[1]! } },
    { type: "state", state: { ...EMPTY_STATE, stage: "turn", node: 1 } },
  ]);
  server.tell(
    {
      type: "error",
      error: { code: "forbidden", message: "only who has the seat of that side may do this" },
    },
    sent("play")[1]?.id,
  );
  expect(await played).toEqual([]);
});

it("a turn that is refused for what it is, is refused the second time, too", async () => {
  const { server, link, greet, sent } = await playing();
  const played = link.ask(PLAY);
  server.lose();
  await greet(0);
  server.tell({ type: "error", error: { code: "unsaved", message: "not saved" } }, sent("play")[1]?.id);
  await expect(played).rejects.toThrow("not saved");
});

it("what was asked without a connection is judged by what is told, too", async () => {
  const { server, link, greet, sent } = await playing();
  server.lose();
  const played = link.ask(PLAY);
  await greet(1);
  expect(await played).toEqual([]);
  expect(sent("play")).toEqual([]);
});

it("a game that was to be begun is not begun again", async () => {
  const { server, link, greet, sent } = await playing();
  const started = link.ask({ type: "start" });
  server.lose();
  await expect(started).rejects.toBeInstanceOf(Interruption);
  await greet(0);
  expect(sent("start").length).toBe(1);
});

it("a command that ends each connection is not sent for ever", async () => {
  const { server, link, greet, sent } = await playing();
  const noted = link.ask({ type: "note", text: "x".repeat(3_000_000) });
  const failed = expect(noted).rejects.toBeInstanceOf(Interruption);
  for (let time = 0; time < MAX_SENDS + 2; time++) {
    server.lose("the message is too long or damaged");
    await greet(0);
  }
  await failed;
  expect(sent("note").length).toBe(MAX_SENDS);
});

it("what was not answered in a session that has been left is sent nowhere", async () => {
  const { server, link, sent } = await playing();
  const played = link.ask(PLAY);
  server.lose();
  link.join("two");
  await expect(played).rejects.toBeInstanceOf(Interruption);
  server.open();
  server.tell({ type: "done" }, server.last?.id);
  await expect.poll(link.isOpen).toBe(true);
  expect(sent("play").length).toBe(1);
});

it("tells that the connection is silent until another one stands", async () => {
  const { server, link, greet } = await playing();
  server.fallSilent();
  expect([link.isOpen(), link.isSilent()]).toEqual([false, true]);
  server.lose();
  expect(link.isSilent()).toBe(true);
  await greet(0);
  expect([link.isOpen(), link.isSilent()]).toEqual([true, false]);
});

it("nobody sees anything between the events of an update", async () => {
  const { server, facts } = await playing();
  const seen: string[] = [];
  createRoot(() =>
    createEffect(() => seen.push(`${facts.tree().size} places, ${facts.state()?.node} shown`)),
  );
  server.tellAll([
    { type: "node", node: NODES[1]! },
    { type: "node", node: { ...NODES[0]!, children: [1] } },
    { type: "state", state: { ...EMPTY_STATE, stage: "turn", node: 1 } },
  ]);
  expect(seen).toEqual(["1 places, 0 shown", "2 places, 1 shown"]);
});

it("half an update is forgotten with its connection", async () => {
  const { server, facts, greet } = await playing();
  const listener = server.listen();
  listener.message({ seq: 1, more: true, event: { type: "node", node: NODES[1]! } });
  expect(facts.tree().size).toBe(1);
  server.lose();
  await greet(0);
  expect(facts.tree().size).toBe(1);
});
