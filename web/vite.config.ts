import { defineConfig } from "vite";
import solid from "vite-plugin-solid";

/** Where `beaufort serve` listens while the page is being worked on with `npm run dev`. */
const SERVER = process.env["BEAUFORT_SERVER"] ?? "http://127.0.0.1:8011";

export default defineConfig({
  plugins: [solid()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/ws": { target: SERVER, ws: true }, "/health": SERVER } },
});
