import { expect, it } from "vitest";
import { pack, unpack } from "./share";

it("a text is as it was behind a link, if it is not too long", async () => {
  const text = 'name = "Größe"\n'.repeat(100);
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(100);
  expect(await unpack(packed)).toBe(text);
  expect(await unpack(packed, 1700)).toBe(text);
  await expect(unpack(packed, 1699)).rejects.toThrow();
  await expect(unpack(packed.slice(0, 20))).rejects.toThrow();
  await expect(unpack("%")).rejects.toThrow();
});
