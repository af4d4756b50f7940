import { afterEach, expect, test, vi } from "vitest";
import { LobbyError, clockInWords, dayOf, readLobby, readRecord, recordDay, turnsOf } from "./lobby";

afterEach(() => vi.unstubAllGlobals());

test("what people write is read as records write it", () => {
  expect(turnsOf(" 1. e4 e5  2.Nf3 2...Nc6 ")).toBe("e4 e5 Nf3 Nc6");
  expect(dayOf(" 2026-11 ")).toBe("2026.11");
  expect(recordDay(new Date(2026, 0, 9))).toBe("2026.01.09");
  expect(clockInWords(undefined)).toBe("no clock");
  expect(clockInWords({ type: "perTurn", time: 60_000 })).toBe("60 s a turn");
  expect(clockInWords({ type: "days", days: 3 })).toBe("3 days a turn");
  expect(clockInWords({ type: "fischer", initial: 600_000, increment: 5000 })).toBe("10 min and 5 s a turn");
});

test("what is empty is not looked for, and a refusal says why", async () => {
  const asked: string[] = [];
  const answers = [
    new Response(JSON.stringify({ games: [], more: false })),
    new Response("there are 100 pages\n", { status: 400 }),
  ];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("no network"));
  });
  expect(await readLobby("archive", 0, { game: "", turns: "e4 e5" })).toEqual({ games: [], more: false });
  await expect(readLobby("live", 200)).rejects.toThrow("The server says: there are 100 pages.");
  await expect(readRecord("a/b")).rejects.toThrow(LobbyError);
  expect(asked).toEqual(["/lobby/archive?turns=e4+e5&page=0", "/lobby/live?page=200", "/lobby/record/a%2Fb"]);
});
