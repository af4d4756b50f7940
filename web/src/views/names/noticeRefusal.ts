import { AccountError } from "../../state/account";
import type { Notices } from "../../state/notices";

/** Returns the answer to a request; `undefined` if it is refused, which the page then shows as a notice. */
export async function noticeRefusal<T>(notices: Notices, asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (reason) {
    if (!(reason instanceof AccountError)) throw reason;
    notices.show(reason.message);
    return undefined;
  }
}
