import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { type PluginOption, defineConfig } from "vite";
import { type ManifestOptions, VitePWA } from "vite-plugin-pwa";
import solid from "vite-plugin-solid";
import { languagePage } from "./keys.ts";
import { po } from "./po.ts";
import { toml } from "./toml.ts";

/** Where `beaufort serve` listens while the page is being worked on with `npm run dev`. */
const SERVER = process.env["BEAUFORT_SERVER"] ?? "http://127.0.0.1:8011";
/** The output of `cargo xtask wasm`. */
const MODULE = resolve(import.meta.dirname, "../target/wasm/module");
/** The largest file that is there offline: the module with rules and engine. */
const MAX_OFFLINE_BYTES = 5 * 1024 * 1024;

/** The pages without a server begin with other scripts. */
const siteEntry: PluginOption = {
  name: "site-entry",
  transformIndexHtml: {
    order: "pre",
    handler: (html) => html.replace(/(?<=\/src\/(?:embed\/)?)main\.tsx/, "site.tsx"),
  },
};

/** A server sends the policy of each page in a header, and knows the sockets that a page may open. */
const servedPolicy: PluginOption = {
  name: "served-policy",
  transformIndexHtml: (html) =>
    html.replace(/<!--[^>]*-->\s*<meta\s+http-equiv="Content-Security-Policy"[^>]*>\s*/, ""),
};

/**
 * The content policy of the page without a server, for hosts that cannot set headers: it loads files of its own host alone. The module of
 * rules and engine is compiled in the page. A page with a policy of its own, such as the board in an article, keeps it.
 */
const sitePolicy: PluginOption = {
  name: "site-policy",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) => {
      if (html.includes("Content-Security-Policy")) {
        return html;
      }
      const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)];
      const hashes = inline.map(
        ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
      );
      const content = [
        "default-src 'self'",
        ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(" "),
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; ");
      const attrs = { "http-equiv": "Content-Security-Policy", content };
      return { html, tags: [{ tag: "meta", attrs, injectTo: "head-prepend" }] };
    },
  },
};

/** The pages, and the script for authors, which has a name that stays. */
const PAGES = {
  index: "index.html",
  frame: "embed.html",
  embed: "src/embed/element.ts",
};

/** What a system needs to install the page. */
const MANIFEST: Partial<ManifestOptions> = {
  id: "./",
  name: "Beaufort",
  short_name: "Beaufort",
  description: "Very large chess variants, against the engine or a friend",
  display: "standalone",
  start_url: "./",
  scope: "./",
  background_color: "#1d1b18",
  theme_color: "#1d1b18",
  icons: [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icon-512.png", sizes: "512x512", type: "image/png" },
  ],
};

/** Makes the page with a server one that can be installed and notified. Its service worker is there for those who want notifications. */
const push = VitePWA({
  strategies: "injectManifest",
  srcDir: "src/push",
  filename: "sw.ts",
  injectRegister: false,
  manifest: MANIFEST,
  // It has no list of files.
  injectManifest: { injectionPoint: undefined } as object,
});

/** Keeps everything for when there is no network, and makes the page one that can be installed. */
const offline = VitePWA({
  registerType: "prompt",
  strategies: "injectManifest",
  srcDir: "src/offline",
  filename: "sw.ts",
  manifest: MANIFEST,
  injectManifest: {
    globPatterns: ["**/*.{js,css,html,svg,png,wasm,woff2}"],
    maximumFileSizeToCacheInBytes: MAX_OFFLINE_BYTES,
  },
});

/** Two pages are built from one client: the server's, and with `--mode site` the one without a server. */
export default defineConfig(({ mode }) => {
  const isSite = mode === "site";
  return {
    base: isSite ? "./" : "/",
    plugins: [
      solid(),
      toml(),
      po(),
      languagePage(),
      ...(isSite ? [siteEntry, sitePolicy, offline] : [servedPolicy, push]),
    ],
    resolve: {
      alias: [
        { find: /^beaufort-wasm\/module/, replacement: resolve(MODULE, "beaufort_bg.wasm") },
        { find: /^beaufort-wasm$/, replacement: resolve(MODULE, "beaufort.js") },
        { find: /^beaufort-import\/module/, replacement: resolve(MODULE, "import_bg.wasm") },
        { find: /^beaufort-import$/, replacement: resolve(MODULE, "import.js") },
      ],
    },
    worker: { format: "es" },
    build: {
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...(isSite ? { outDir: "../dist/site", emptyOutDir: true } : {}),
      rolldownOptions: {
        input: isSite ? { ...PAGES, article: "article.html" } : PAGES,
        output: {
          entryFileNames: ({ name }) => (name === "embed" ? "embed.js" : "assets/[name]-[hash].js"),
        },
      },
    },
    // The lessons stand beside the games.
    server: {
      fs: { allow: [".."] },
      proxy: {
        "/ws": { target: SERVER, ws: true },
        "/health": SERVER,
        "/lobby": SERVER,
        "/account": SERVER,
        "/gallery": SERVER,
        "/players": SERVER,
        "/ratings": SERVER,
      },
    },
  };
});
