import { expect, it } from "vitest";
import { clockText, longTime } from "./clock";

it("shows times as clocks do", () => {
  expect(clockText(3_909_000)).toBe("1:05:09");
  expect(clockText(247_000)).toBe("4:07");
  expect(clockText(9_870)).toBe("0:09.8");
});

it("shows what takes days in days and hours", () => {
  const hour = 3_600_000;
  expect(longTime(14 * 24 * hour)).toBe("14 d 0 h");
  expect(longTime(53 * hour - 1)).toBe("2 d 4 h");
  expect(longTime(5 * hour + 12 * 60_000)).toBe("5 h 12 min");
  expect(longTime(hour - 1000)).toBe("59:59");
});
