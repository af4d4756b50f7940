/**
 * `embed.js`: the element with which an author puts a board into a page.
 *
 *     <script async src="https://HOST/embed.js"></script>
 *     <beaufort-board game="jupiter" piece="Harpy"></beaufort-board>
 *
 * It makes a frame with `embed.html`, which lies beside the script, and keeps it as high as what is in it. Attributes are the
 * fields of that address. A record may stand between the tags instead, where people without scripts can read it.
 */

import type { HeightMessage } from "./height";

// A script of its own shares its names with all others on the page, unless they stand in a block.
{
  const FIELDS = ["game", "rules", "piece", "position", "record", "ply", "theme", "lang"] as const;
  /** No frame is higher, in pixels, whatever it says. */
  const MAX_HEIGHT = 5000;

  const script = document.currentScript;
  const page = script instanceof HTMLScriptElement ? new URL("embed.html", script.src) : undefined;

  class BeaufortBoard extends HTMLElement {
    static readonly observedAttributes = FIELDS;
    private readonly frame = document.createElement("iframe");

    constructor() {
      super();
      const style = document.createElement("style");
      style.textContent =
        // eslint-disable-next-line texts/translated -- CSS
        ":host { display: block; max-width: 40rem; } iframe { display: block; width: 100%; height: 30rem; border: 0; }";
      this.frame.loading = "lazy";
      this.attachShadow({ mode: "open" }).append(style, this.frame);
    }

    connectedCallback(): void {
      addEventListener("message", this.hear);
      this.show();
    }

    disconnectedCallback(): void {
      removeEventListener("message", this.hear);
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.show();
    }

    private readonly hear = ({ source, data }: MessageEvent<Partial<HeightMessage> | null>) => {
      if (source === null || source !== this.frame.contentWindow) return;
      if (data?.type !== "beaufort-height" || typeof data.height !== "number") return;
      this.frame.style.height = `${Math.min(Math.max(data.height, 0), MAX_HEIGHT)}px`;
    };

    private show(): void {
      if (!page) return;
      const fields = FIELDS.flatMap((name) => {
        const value = name === "lang" ? this.spoken() : this.getAttribute(name);
        return value === null ? [] : [[name, value] as const];
      });
      const written = this.textContent.trim();
      const has = (name: string) => this.hasAttribute(name);
      if (written && !has("piece") && !has("position") && !has("record")) fields.push(["record", written]);
      // The part of an address behind `#` is not sent, and may be long.
      const query = new URLSearchParams(
        fields
          .filter(([name]) => name === "game" || name === "theme" || name === "lang")
          .map(([...field]) => field),
      );
      query.set("height", "auto");
      const rest = new URLSearchParams(
        fields.filter(([name]) => !query.has(name)).map(([...field]) => field),
      );
      const address = new URL(page);
      address.search = query.toString();
      address.hash = rest.toString();
      this.frame.title = this.title || this.describe();
      if (this.frame.src !== address.href) this.frame.src = address.href;
    }

    /** Returns the language of the text around the board, if it says so. */
    private spoken(): string | null {
      return this.closest("[lang]")?.getAttribute("lang") ?? null;
    }

    /** Names what is shown, in no language. */
    private describe(): string {
      return [this.getAttribute("piece"), this.getAttribute("game") ?? "Beaufort"].filter(Boolean).join(", ");
    }
  }

  if (!customElements.get("beaufort-board")) customElements.define("beaufort-board", BeaufortBoard);
}
