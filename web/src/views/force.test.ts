import { expect, test } from "vitest";
import { engineAt } from "./force";

const level = (id: string) => ({ id, force: 1, name: "", description: "" });

test("the time counts at full strength alone", () => {
  expect(engineAt(level("full"), 3)).toEqual({ type: "engine", level: "full", ms: 3_000 });
  const limited = { ...level("club"), maxNodes: 20_000 };
  expect(engineAt(limited, 3)).toEqual({ type: "engine", level: "club", ms: 10_000 });
});
