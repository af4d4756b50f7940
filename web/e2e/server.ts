/** The real server, as `beaufort serve` runs it, with games of its own. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, "../..");

export interface Server {
  url: string;
  /** Ends the server and starts it again with the same games, at the same address. */
  restart(): Promise<void>;
  /** Lets the server, and all that it would say, stand still as if the network lost everything; or lets it go on. */
  setStill(isStill: boolean): void;
  /** Takes the folder of the games away, as if the disk had failed, or gives it back. */
  setDisk(works: boolean): void;
  stop(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startServer(): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), "beaufort-e2e-"));
  let running = await launch(data, "0");
  const server: Server = {
    url: running.url,
    async restart() {
      await end(running.child);
      running = await launch(data, new URL(server.url).port);
    },
    setStill: (isStill) => void running.child.kill(isStill ? "SIGSTOP" : "SIGCONT"),
    setDisk(works) {
      if (works) {
        rmSync(data);
        renameSync(`${data}.away`, data);
      } else {
        renameSync(data, `${data}.away`);
        writeFileSync(data, "");
      }
    },
    async stop() {
      await end(running.child);
      rmSync(data, { recursive: true });
    },
  };
  return server;
}

/** The program: the one that is named, or the newest that has been built. */
function program(): string {
  const named = process.env["BEAUFORT"];
  if (named) return named;
  const built = ["debug", "release"]
    .map((profile) => join(ROOT, "target", profile, "beaufort"))
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!built[0]) throw new Error("build the program first: cargo build --package beaufort");
  return built[0];
}

function launch(data: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(program(), ["serve", "--port", port, "--data", data, "--hash", "8"]);
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /http:\/\/[\d.:]+/.exec(output)?.[0];
      if (url) resolve({ child, url });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`the server has ended (${code ?? "killed"}): ${output}`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("exit", () => resolve());
    child.kill("SIGCONT");
    child.kill("SIGTERM");
  });
}
