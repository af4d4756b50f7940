import { expect, it } from "vitest";
import { embedCode } from "./embedCode";

it("names the script beside the page, and escapes what it contains", () => {
  expect(embedCode('War & "Peace" <b>', "a-_1", "https://example.org/games/index.html?x=1#/make/War")).toBe(
    `<script async src="https://example.org/games/embed.js"></script>
<beaufort-board rules="a-_1" title="War &amp; &quot;Peace&quot; &lt;b>"></beaufort-board>
`,
  );
  expect(embedCode("A", "b", "https://example.org/#/make/A")).toContain('"https://example.org/embed.js"');
});
