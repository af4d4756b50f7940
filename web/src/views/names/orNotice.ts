import { type App } from "../../state/app";
import { AccountError } from "../../state/account";

/** Returns what is asked; nothing if it is refused, which the page says then. */
export async function orNotice<T>(app: App, asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (reason) {
    if (!(reason instanceof AccountError)) throw reason;
    app.setNotice(reason.message);
    return undefined;
  }
}
