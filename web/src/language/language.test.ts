import { afterEach, describe, expect, it, vi } from "vitest";
import type { GameView, TypeView } from "../protocol/protocol";
import { dayAndTime, language, listed, number, ownName, plural, sentence, speak, t, told } from "./language";
import { piecesOf } from "./pieces";
import { chapterInLanguage, gameInLanguage, isCalled, sideAsTold } from "./views";

vi.stubGlobal("navigator", { languages: ["en-US"] });
afterEach(() => speak("en"));

it("English is what the code says", () => {
  expect(language()).toBe("en");
  expect(t("{done} of {count} solved", { done: 1, count: 1200 })).toBe("1 of 1,200 solved");
  expect(plural(1, "{count} turn", "{count} turns")).toBe("1 turn");
  expect(plural(0, "{count} turn", "{count} turns")).toBe("0 turns");
  expect(sentence("draw by repetition")).toBe("draw by repetition");
});

it("English has the apostrophes of printers, whatever the sources have, and quotes as it is", () => {
  expect(t("The engine's judgement")).toBe("The engine’s judgement");
  expect(told("The players' aim is the other's King.")).toBe("The players’ aim is the other’s King.");
  expect(plural(1, "{count} player's turn", "{count} players' turns")).toBe("1 player’s turn");
  expect(t("{name} (you)", { name: "O'Neill" })).toBe("O'Neill (you)");
  expect(sentence("it is not the engine's turn: `P'x`")).toBe("it is not the engine’s turn: “P'x”");
});

describe("French", () => {
  it("is spoken as soon as it is there", async () => {
    const spoken = speak("fr-CA");
    expect(language()).toBe("en");
    await spoken;
    expect(language()).toBe("fr");
    expect(["en", "fr"].map(ownName)).toEqual(["English", "Français"]);
    expect(t("Take back")).toBe("Reprendre");
    expect(plural(0, "{count} turn", "{count} turns")).toBe("0 coup");
    expect(plural(2, "{count} turn", "{count} turns")).toBe("2 coups");
    expect(number(1234.5, 1)).toMatch(/^1\s234,5$/);
    expect(listed(["a", "b"], "disjunction")).toBe("a ou b");
    expect(dayAndTime(Date.UTC(2026, 10, 22, 12))).toContain("nov. 2026");
  });

  it("leaves the words of a game of one's own as they are", async () => {
    await speak("fr");
    expect(told("Knight")).toBe("Cavalier");
    expect(told("Grand Panjandrum")).toBe("Grand Panjandrum");
  });

  it("gives way to the language that is chosen last", async () => {
    const late = speak("fr");
    await speak("en");
    await late;
    expect(language()).toBe("en");
  });
});

it.each([
  ["Tan has won: Blue has no royal piece left", "Beige a gagné : Bleu n’a plus de pièce royale"],
  [
    "found `{`; allowed is a variation only after the move that it replaces",
    "trouvé : « { » ; permis : une variante seulement après le coup qu’elle remplace",
  ],
  [
    "turn 12...: the tag `Position`: this game has no piece with the id `Qx`; did you mean `Q`?",
    "coup 12... : l’étiquette « Position » : ce jeu n’a aucune pièce notée « Qx » ; vouliez-vous écrire « Q » ?",
  ],
  [
    "the tag `FEN`: a note has at most 4096 bytes",
    "l’étiquette « FEN » : une note a au plus 4\u202f096 octets",
  ],
  [
    "this looks like a position of Jupiter, but a single space and the side to move are missing",
    "cela ressemble à une position de Jupiter, mais il manque une espace et le trait",
  ],
  ["a note has at most 4096 bytes", "une note a au plus 4\u202f096 octets"],
  ["draw by repetition", "partie nulle par répétition"],
  ["Blue +1.25", "Bleu +1,25"],
  ["White wins in 3 turns", "Blanc gagne en 3 coups"],
  [
    "It leaves the King where the Knight on e4 takes it.",
    "Ce coup laisse la pièce royale (Roi) en prise : Cavalier (e4).",
  ],
  [
    "It lets the Knight on e4 take the Rook on f6 and the Pawn on a1 and win over the Queen on b2 and become a Rook.",
    "Ce coup laisse Cavalier (e4) prendre Tour (f6) et Pion (a1) et convertir Dame (b2) et devenir Tour.",
  ],
  [
    "It misses Nxf6, which takes the Rook on f6 and becomes an Emperor.",
    "Ce coup manque Nxf6, qui prend Tour (f6) et devient Empereur.",
  ],
  ["Now Tan wins with the next turn.", "Maintenant, Beige gagne au prochain coup."],
  ["2 Wizards", "2 Magiciens"],
  ["exchange a1 and j1, and likewise on the other side", "échanger a1 et j1, et de même dans l’autre camp"],
  ["something that nobody has translated, and more", "something that nobody has translated, and more"],
])("the program says %j", async (english, french) => {
  await speak("fr");
  expect(sentence(english).replaceAll("\u00a0", " ")).toBe(french);
});

it("a rich text is divided at its tags, and what is no tag is text", () => {
  expect(piecesOf("a <b>c</b> d")).toEqual([{ text: "a " }, { tag: "b", text: "c" }, { text: " d" }]);
  expect(piecesOf("Sa<l2 <b>c")).toEqual([{ text: "Sa<l2 <b>c" }]);
});

describe("a game", () => {
  const type = { id: "N", name: "Knight", description: "", promotesTo: [], promotesFrom: [], starts: [] };
  const summary = { id: "tiny", name: "Tiny", summary: "", sides: ["Blue", "Tan"], start: [] };
  const game = gameInLanguage({
    summary,
    types: [type as unknown as TypeView],
    setUp: [],
  } as unknown as GameView);

  it("is read in the language of the page, and stays the same game", async () => {
    const [knight] = game.types;
    expect([knight?.name, game.summary.sides]).toEqual(["Knight", ["Blue", "Tan"]]);
    await speak("fr");
    expect([knight?.name, game.summary.sides]).toEqual(["Cavalier", ["Bleu", "Beige"]]);
    expect(game.types[0]).toBe(knight);
  });

  it("is known by the names of the program, too", async () => {
    await speak("fr");
    const [knight] = game.types;
    expect(knight && ["knight", "Cavalier", "n"].map((name) => isCalled(knight, name))).toEqual([
      true,
      true,
      true,
    ]);
    expect(knight && isCalled(knight, "Rook")).toBe(false);
    expect(sideAsTold(game.summary, 1)).toBe("Tan");
  });

  it("has rules that name its promotion zone", async () => {
    const zone = "the 3 far ranks: 8 to 10 for Blue, 1 to 3 for Tan";
    const text =
      "Every piece of the array can be promoted, each to one certain other piece. Pieces promote in {zone}. When one of your pieces moves by its own power into this zone, within it or out of it, you may turn the tile over: the menu asks. You need not, not even on the last rank. You may do it later, but only with another such move, one that itself starts or ends in the zone.";
    const paragraphs = [text.replace("{zone}", zone)];
    const chapter = chapterInLanguage({ title: "Promotion", paragraphs, diagrams: [], entries: [] });
    expect(chapter.paragraphs).toEqual(paragraphs);
    await speak("fr");
    expect(chapter.paragraphs[0]?.replaceAll("\u00a0", " ")).toContain(
      "dans les 3 dernières rangées : 8 à 10 pour Bleu, 1 à 3 pour Beige.",
    );
  });
});
