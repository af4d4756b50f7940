import { defineConfig } from "vitest/config";
import { toml } from "./toml";

export default defineConfig({
  plugins: [toml()],
  resolve: { conditions: ["development", "browser"] },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
