import { expect, it } from "vitest";
import type { GameView } from "../../protocol/protocol";
import { pieceText } from "./pieceText";

const GAME = {
  types: [
    {
      id: "P",
      name: "Paw|n",
      notation: "n W",
      description: "Steps <forward> & waits.",
      betza: { text: "fmW", unsaid: ["burning"] },
      royal: false,
      promotesTo: [{ to: 1 }, { to: 0, when: "on the last rank" }],
    },
    {
      id: "K",
      name: "King",
      notation: "K*",
      description: "",
      betza: { text: "K" },
      royal: true,
      promotesTo: [],
    },
  ],
} as unknown as GameView;

it("writes a row for each piece, and escapes what the page would read otherwise", () => {
  expect(pieceText(GAME, "markdown")).toBe(
    [
      "| Letter | Piece | What it does | Betza | Promotes to |",
      "| --- | --- | --- | --- | --- |",
      "| P | Paw\\|n | Steps \\<forward\\> & waits. | fmW … | King, Paw\\|n on the last rank |",
      "| K | King (royal) | K\\* | K |  |",
      "",
    ].join("\n"),
  );
  expect(pieceText(GAME, "html")).toBe(
    [
      "<table>",
      "  <tr><th>Letter</th><th>Piece</th><th>What it does</th><th>Betza</th><th>Promotes to</th></tr>",
      "  <tr><td>P</td><td>Paw|n</td><td>Steps &lt;forward&gt; &amp; waits.</td><td>fmW …</td><td>King, Paw|n on the last rank</td></tr>",
      "  <tr><td>K</td><td>King (royal)</td><td>K*</td><td>K</td><td></td></tr>",
      "</table>",
      "",
    ].join("\n"),
  );
});
