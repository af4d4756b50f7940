import { describe, expect, it } from "vitest";
import { type Area, placeBeside } from "./beside";

const BOUNDS: Area = { x: 0, y: 0, width: 390, height: 844 };
const at = (x: number, y: number): Area => ({ x, y, width: 24, height: 24 });

function placed(square: Area, size: { width: number; height: number }, clear: Area[] = []): Area {
  return { ...placeBeside({ square, ...size, clear, bounds: BOUNDS }), ...size };
}

function meets(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe("what stands beside a square", () => {
  it("touches it where there is room", () => {
    const box = placed(at(180, 400), { width: 120, height: 50 });
    expect(meets(box, at(180, 400))).toBe(false);
    expect(Math.min(Math.abs(box.y + 50 - 400), Math.abs(box.y - 424))).toBeLessThanOrEqual(6);
  });

  it("lies inside the window, at each of its corners", () => {
    for (const square of [at(0, 0), at(366, 0), at(0, 820), at(366, 820)]) {
      const box = placed(square, { width: 200, height: 180 });
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
      expect(meets(box, square)).toBe(false);
    }
  });

  it("covers none of the squares that are to stay in sight", () => {
    const clear = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => at(180 + 24 * dx, 400 + 24 * dy)));
    const box = placed(at(180, 400), { width: 120, height: 50 }, clear);
    expect(clear.filter((area) => meets(box, area))).toEqual([]);
  });

  it("begins at the edge if it is larger than the window", () => {
    expect(placed(at(180, 400), { width: 500, height: 900 })).toMatchObject({ x: 0, y: 0 });
  });
});
