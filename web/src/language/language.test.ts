import { afterEach, describe, expect, it, vi } from "vitest";
import type { Argument, GameView, Phrase, TypeView } from "../protocol/protocol";
import { dayAndTime, language, listed, number, ownName, plural, sentence, speak, t, told } from "./language";
import { piecesOf } from "./pieces";
import { gameInLanguage, isCalled, sideAsTold } from "./views";

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

const the = (piece: string, square: string) => ({ text: "the {piece} on {square}", args: { piece, square } });
const both = (part: Argument, deed: Argument) => ({ text: "{part} and {deed}", args: { part, deed } });
const note = { text: "a note has at most {number} bytes", args: { number: 4096 } };

it.each<[Phrase, string, string]>([
  [
    { text: "{winner} has won: {loser} has no royal piece left", args: { winner: "Tan", loser: "Blue" } },
    "Tan has won: Blue has no royal piece left",
    "Beige a gagné : Bleu n’a plus de pièce royale",
  ],
  [
    {
      text: "found {found}; allowed is {allowed}",
      args: { found: "`{`", allowed: "a variation only after the move that it replaces" },
    },
    "found “{”; allowed is a variation only after the move that it replaces",
    "trouvé : « { » ; permis : une variante seulement après le coup qu’elle remplace",
  ],
  [
    { text: "the tag `{text}`: {reason}", args: { text: "FEN", reason: note } },
    "the tag “FEN”: a note has at most 4,096 bytes",
    "l’étiquette « FEN » : une note a au plus 4\u202f096 octets",
  ],
  [
    {
      text: "this looks like a position of {game}, but {reason}",
      args: {
        game: "Jupiter",
        reason: { text: "a single space and {field} are missing", args: { field: "the side to move" } },
      },
    },
    "this looks like a position of Jupiter, but a single space and the side to move are missing",
    "cela ressemble à une position de Jupiter, mais il manque une espace et le trait",
  ],
  ["draw by repetition", "draw by repetition", "partie nulle par répétition"],
  [
    { text: "{side} +{number}", args: { side: "Blue", number: { hundredths: 120 } } },
    "Blue +1.20",
    "Bleu +1,20",
  ],
  [
    {
      text: "It lets {actor} {deed}.",
      args: {
        actor: the("Knight", "e4"),
        deed: both(
          { text: "take {victims}", args: { victims: both(the("Rook", "f6"), the("Pawn", "a1")) } },
          { text: "become a {piece}", args: { piece: "Rook" } },
        ),
      },
    },
    "It lets the Knight on e4 take the Rook on f6 and the Pawn on a1 and become a Rook.",
    "Ce coup laisse Cavalier (e4) prendre Tour (f6) et Pion (a1) et devenir Tour.",
  ],
  [{ text: "{number} {piece}s", args: { number: 2, piece: "Wizard" } }, "2 Wizards", "2 Magiciens"],
  [
    {
      text: "`{text}` is not a turn here; near it are {turns}",
      args: { text: "draw", turns: ["`Rd6`", "`Rd7`"] },
    },
    "“draw” is not a turn here; near it are “Rd6”, “Rd7”",
    "« draw » n’est pas un coup ici ; s’en approchent « Rd6 », « Rd7 »",
  ],
  [
    "something that nobody has translated",
    "something that nobody has translated",
    "something that nobody has translated",
  ],
])("the program says %j", async (phrase, english, french) => {
  expect(sentence(phrase)).toBe(english);
  await speak("fr");
  expect(sentence(phrase).replaceAll("\u00a0", " ")).toBe(french);
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
    const text =
      "Every piece of the array can be promoted, each to one certain other piece. Pieces promote in {zone}. When one of your pieces moves by its own power into this zone, within it or out of it, you may turn the tile over: the menu asks. You need not, not even on the last rank. You may do it later, but only with another such move, one that itself starts or ends in the zone.";
    const zone = {
      text: "the {number} far ranks: {from} to {rank} for {first}, 1 to {depth} for {second}",
      args: { number: 3, from: 8, rank: 10, first: "Blue", depth: 3, second: "Tan" },
    };
    const paragraph = { text, args: { zone } };
    expect(sentence(paragraph)).toContain("in the 3 far ranks: 8 to 10 for Blue, 1 to 3 for Tan.");
    await speak("fr");
    expect(sentence(paragraph).replaceAll("\u00a0", " ")).toContain(
      "dans les 3 dernières rangées : 8 à 10 pour Bleu, 1 à 3 pour Beige.",
    );
  });
});
