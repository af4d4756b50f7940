import { expect, it } from "vitest";
import { embedCode } from "./embedCode";

it("names the script beside the page, and escapes what it contains", () => {
  const shown = { rules: "a-_1", title: 'War & "Peace" <b>' };
  expect(embedCode(shown, "https://example.org/games/index.html?x=1#/make/War")).toBe(
    `<script async src="https://example.org/games/embed.js"></script>
<beaufort-board rules="a-_1" title="War &amp; &quot;Peace&quot; &lt;b>"></beaufort-board>
`,
  );
  expect(embedCode({ game: "a" }, "https://example.org/#/make/A")).toContain(
    '"https://example.org/embed.js"',
  );
});

it("has a record between the tags", () => {
  expect(embedCode({ game: "a" }, "https://example.org/", '[White "A<b>"]\n\n1. P-e4 *\n')).toBe(
    `<script async src="https://example.org/embed.js"></script>
<beaufort-board game="a">[White &quot;A&lt;b>&quot;]

1. P-e4 *
</beaufort-board>
`,
  );
});
