import { expect, it } from "vitest";
import { tidied } from "./picture";

it("a picture loses what only its editor needs", () => {
  const picture = `<?xml version="1.0"?>
    <!DOCTYPE svg [ <!ENTITY space "http://www.w3.org/2000/svg"> ]>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape='x' id="tower" viewBox="0 0 45 45">
      <title>A tower</title>
      <sodipodi:namedview id="base" />
      <metadata><a>b</a></metadata>
      <!-- the foot -->
      <g inkscape:label="Layer" class="x" transform="translate(1, 2)" >
        <path
          id="foot" d="M9 39 h27
            v-3 H9 z" />
      </g>
    </svg>`;
  expect(tidied(picture)).toBe(`<svg viewBox="0 0 45 45">
<g transform="translate(1, 2)">
<path d="M9 39 h27 v-3 H9 z"/>
</g>
</svg>`);
  // It stands between three quotes.
  expect(tidied(`<svg a='''>`)).toBe("<svg a=>");
});
