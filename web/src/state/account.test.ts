import { afterEach, expect, it, vi } from "vitest";
import { AccountError, ratingInWords, signIn } from "./account";

afterEach(() => vi.unstubAllGlobals());

it("a rating that is not sure has a question mark", () => {
  expect(ratingInWords({ rating: 1662, deviation: 290, provisional: true, games: 1 })).toBe("1662 ± 290?");
  expect(ratingInWords({ rating: 1700, deviation: 60, provisional: false, games: 40 })).toBe("1700 ± 60");
});

it("a refusal is told in the words of the page, and a server that is away is no refusal", async () => {
  const refusal = { code: "wrongPassword", message: "as the server says it" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(refusal), { status: 403 })));
  const wrong = signIn({ name: "Anna", password: "not hers" });
  await expect(wrong).rejects.toThrow("There is no such name, or the password is wrong.");
  await expect(wrong).rejects.toBeInstanceOf(AccountError);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await expect(signIn({ name: "Anna", password: "hers" })).rejects.toThrow("The server is away.");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 502 })));
  await expect(signIn({ name: "Anna", password: "hers" })).rejects.toThrow("The server is away.");
});
