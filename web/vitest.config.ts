import { defineConfig } from "vitest/config";
import { po } from "./po";
import { toml } from "./toml";

export default defineConfig({
  plugins: [toml(), po()],
  resolve: { conditions: ["development", "browser"] },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
