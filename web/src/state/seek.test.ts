import { afterEach, expect, it, vi } from "vitest";
import type { Command, ListedGame, ProblemCode } from "../protocol/protocol";
import { Interruption, Refusal } from "./link";
import { Memory } from "./memory";
import type { NewGame } from "./newGame";
import { type Seeking, type SeekPage, type Wish, lookAgain, seek, stopSeeking } from "./seek";
import { createSeats } from "./seats";

const LIVE: Wish = {
  games: ["scirocco"],
  first: "scirocco",
  clock: { type: "fischer", initial: 600_000, increment: 10_000 },
  rated: false,
};
const MAIL: Wish = { ...LIVE, clock: { type: "days", days: 3 } };

afterEach(() => vi.unstubAllGlobals());

/** A page that looks where these tables wait; `refuse` says why a command is refused in a session. */
function lookingAt(
  tables: string[],
  refuse: (session: string, command: Command) => ProblemCode | "lost" | undefined = () => undefined,
) {
  const sent: string[] = [];
  const asked: string[] = [];
  const seats = createSeats(new Memory());
  let session = "somewhere";
  let seeking: Seeking | undefined;
  vi.stubGlobal("location", { hash: "" });
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    const games = tables.map((name) => ({
      session: name,
      game: { free: { side: 1, invitation: `invitation-to-${name}` } },
    })) as ListedGame[];
    return Promise.resolve(new Response(JSON.stringify({ games, more: false })));
  });
  const send = (to: string, ...commands: Command[]) => {
    for (const command of commands) {
      const careful = command.type === "sit" && command.ifPresent ? " ifPresent" : "";
      sent.push(`${to}: ${command.type}${careful}`);
      const code = refuse(to, command);
      if (code === "lost")
        return Promise.reject(new Interruption({ code: "internal", message: "The connection was lost." }));
      if (code) return Promise.reject(new Refusal({ code, message: code }));
    }
    return Promise.resolve([]);
  };
  const page = {
    seats,
    introduce: () => [],
    ownName: { name: () => "" },
    notices: { show: (text: string) => sent.push(text) },
    tables: { remove: () => undefined },
    route: () => ({ view: "play" }),
    set: () => undefined,
    seeking: () => seeking,
    setSeeking: (now: Seeking | undefined) => (seeking = now),
    show: (shown: string) => sent.push(`show ${shown}`),
    begin({ game, mySide = 0, open, clock }: NewGame) {
      session = "own";
      sent.push(`begin ${game} ${clock?.type} ${JSON.stringify(open)}`);
      seats.invite(session, mySide, { open });
      seats.note(session, mySide);
      return Promise.resolve();
    },
    link: {
      session: () => session,
      isOpen: () => true,
      ask: (command: Command) => send(session, command),
      askIn: send,
      join: (to: string) => (session = to),
      async joinWith(to: string, ...commands: Command[]) {
        await send(to, ...commands);
        session = to;
        return [];
      },
    },
  } as unknown as SeekPage;
  return { page, sent, asked, tables, go: (to: string) => (session = to) };
}

it("sits down at the first table where somebody is there", async () => {
  const { page, sent, asked } = lookingAt(["gone", "taken", "there", "other"], (session) =>
    session === "gone" ? "notNow" : session === "taken" ? "forbidden" : undefined,
  );
  await seek(page, LIVE);
  expect(sent).toEqual(["gone: sit ifPresent", "taken: sit ifPresent", "there: sit ifPresent", "show there"]);
  expect(page.seeking()).toBeUndefined();
  expect(page.seats.sessions()).toEqual(["there"]);
  const query = new URLSearchParams(asked[0]?.split("?")[1]);
  expect([query.get("games"), JSON.parse(query.get("clock") ?? "")]).toEqual(["scirocco", LIVE.clock]);
});

it("sits down by mail whether somebody is there or not, and tells why it may not", async () => {
  const { page, sent } = lookingAt(["a", "b"], (session) => (session === "b" ? "tooMany" : "forbidden"));
  await expect(seek(page, MAIL)).rejects.toThrow("tooMany");
  expect(sent).toEqual(["a: sit", "b: sit"]);
  expect(page.seats.sessions()).toEqual([]);
});

it("keeps the key to a seat that may have been taken when the connection was lost", async () => {
  const { page } = lookingAt(["a", "b"], () => "lost");
  await expect(seek(page, LIVE)).rejects.toThrow("The connection was lost.");
  expect(page.seats.sessions()).toEqual(["a"]);
});

it("opens a table where nobody waits, and leaves it for another one only while it is free", async () => {
  let isTaken = true;
  const { page, sent, asked, tables } = lookingAt([], (_, { type }) =>
    type === "withdraw" && isTaken ? "notNow" : undefined,
  );
  await seek(page, LIVE);
  expect(sent.splice(0)).toEqual(['begin scirocco fischer {"take":true,"watch":false}']);
  await lookAgain(page);
  expect([sent, asked.at(-1)]).toEqual([[], expect.stringContaining("own=own")]);
  tables.push("later");
  await lookAgain(page);
  expect(sent.splice(0), "somebody has just come").toEqual(["own: withdraw"]);
  isTaken = false;
  await lookAgain(page);
  expect(sent).toEqual(["own: withdraw", "later: sit ifPresent", "show later"]);
  expect([page.seeking(), page.seats.sessions()]).toEqual([undefined, ["later"]]);
});

it("stops looking also from another table, and no seat stays open", async () => {
  const { page, sent, go } = lookingAt([]);
  await seek(page, LIVE);
  go("elsewhere");
  sent.length = 0;
  await stopSeeking(page);
  expect(sent).toEqual(["own: sit", "own: withdraw"]);
  expect([page.seeking(), page.seats.sessions()]).toEqual([undefined, []]);
});
