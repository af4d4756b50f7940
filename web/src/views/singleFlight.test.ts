import { expect, it } from "vitest";
import { singleFlight } from "./singleFlight";

it("what goes on is not begun again, and can be when it has ended or failed", async () => {
  const begun: string[] = [];
  let end!: { resolve: () => void; reject: (reason: Error) => void };
  const act = singleFlight((what: string) => {
    begun.push(what);
    return new Promise<void>((resolve, reject) => (end = { resolve, reject }));
  });
  const first = act("first");
  await act("second");
  expect(begun).toEqual(["first"]);
  end.resolve();
  await first;
  const third = act("third");
  end.reject(new Error("no"));
  await expect(third).rejects.toThrow("no");
  void act("fourth");
  expect(begun).toEqual(["first", "third", "fourth"]);
});
