import { expect, it } from "vitest";
import type { GameView } from "../../protocol/protocol";
import { type ChoiceNews, choiceLabel, lastChoiceInWords } from "./choices";

const NAMES = [
  "King-Commoner",
  "Dervish-empty",
  "Lance",
  "mirror",
  "reflect Tan",
  "Hook",
  "rotational",
  "Position",
];

/** A game of which Tan makes all choices in the second phase. */
const GAME = {
  summary: { sides: ["Blue", "Tan"] },
  setUp: [
    { chooser: 0, choices: [] },
    {
      chooser: 1,
      choices: NAMES.map((name) => ({
        name,
        meaning: "",
        squares: [],
        oneSided: false,
        ...(name === "Position" ? { arrangements: { number: 960, default: 518, names: [] } } : {}),
      })),
    },
    { chooser: 0, choices: [{ name: "b1-c1", meaning: "", squares: [], oneSided: true }] },
  ],
} as unknown as GameView;

/** Returns what is said when Tan has changed what stands at these places of the list. */
function said(...places: number[]): string | undefined {
  return news(...places)?.text;
}

function news(...places: number[]): ChoiceNews | undefined {
  const changed = NAMES.map((_, index) => (places.includes(index) ? 1 : 0));
  return lastChoiceInWords(GAME, [
    { changed: [], squares: [] },
    { changed, squares: [] },
  ]);
}

it("a choice has a label", () => {
  expect(NAMES.map(choiceLabel)).toEqual([
    "King and Commoner",
    "Dervish and the empty square",
    "Lance",
    "Mirror the armies",
    "Reflect the army of Tan",
    "Hook",
    "Turn the armies half round",
    "Position",
  ]);
});

it("what has been chosen is told in a sentence", () => {
  expect(said()).toBe("Tan has left the armies as they were.");
  expect(said(0)).toBe("Tan has exchanged King with Commoner in both armies.");
  expect(said(0, 1, 2)).toBe(
    "Tan has exchanged King with Commoner, Dervish with the empty square, and the Lance pair in both armies.",
  );
  expect(said(2, 3)).toBe("Tan has exchanged the Lance pair in both armies and mirrored the armies.");
  expect(said(6)).toBe("Tan has turned the armies half round.");
  expect(said(7)).toBe("Tan has chosen Position 0.");
  expect(said(4)).toBe("Tan has reflected the army of Tan.");
});

it("of many pairs it is told how many they are, and which only apart", () => {
  expect(news(0, 1, 2)).not.toHaveProperty("pairs");
  expect(news(0, 1, 2, 3, 5)).toEqual({
    text: "Tan has exchanged 4 pairs in both armies and mirrored the armies.",
    pairs: "King with Commoner, Dervish with the empty square, the Lance pair, and the Hook pair.",
  });
});

it("before the first phase is finished there is nothing to tell", () => {
  expect(lastChoiceInWords(GAME, [])).toBeUndefined();
});

it("an exchange of one army is told so", () => {
  const finished = [0, 1, 2].map((phase) => ({ changed: phase === 2 ? [1] : [], squares: [] }));
  expect(lastChoiceInWords(GAME, finished)?.text).toBe("Blue has exchanged b1 with c1.");
});
