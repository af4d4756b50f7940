import { expect, it } from "vitest";
import { FakeServer } from "../transport/fake";
import { Refusal, answer, createLink } from "./link";
import { createFacts } from "./facts";

function connected() {
  const server = new FakeServer();
  const { facts, apply, forget } = createFacts(() => 0);
  const link = createLink(server.connect, "one", apply);
  return { server, facts, forget, link };
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
  server.open();
  expect(server.last?.command.type).toBe("hello");
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
