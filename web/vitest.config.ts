import { defineConfig } from "vitest/config";
import { languagePage } from "./keys.ts";
import { po } from "./po.ts";
import { toml } from "./toml.ts";

export default defineConfig({
  plugins: [toml(), po(), languagePage()],
  resolve: { conditions: ["development", "browser"] },
  ssr: { resolve: { conditions: ["development", "browser"] } },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
    // Else it would be the part of Solid that runs on servers, in which nothing ever changes.
    server: { deps: { inline: [/solid-js/] } },
  },
});
