/** The module that `cargo xtask wasm` builds from `crates/wasm-import`. */

declare module "beaufort-import" {
  export function initSync(input: { module: WebAssembly.Module }): unknown;

  /**
   * Reads a text in a format, an `ImportFormat`; `name` is that of the game where the text has none. Returns an `ImportAnswer` as
   * JSON. Throws if there is no such format.
   */
  export function importText(format: string, name: string, text: string): string;

  /** Writes a game, given by its text, for another program. Returns an `ExportedGame` as JSON. Throws if it is no game. */
  export function exportText(text: string): string;
}

declare module "beaufort-import/module?url" {
  const url: string;
  export default url;
}
