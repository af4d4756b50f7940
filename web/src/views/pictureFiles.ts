/** Pictures that are kept as files. */

import { createSignal, onCleanup } from "solid-js";
import { sentence, t } from "../language/language";
import { save } from "../state/share";

/** Returns what makes files, and says so if one cannot be made. A file that comes after the view is closed is not kept. */
export function createPictureFiles() {
  const [problem, setProblem] = createSignal("");
  let isClosed = false;
  onCleanup(() => (isClosed = true));
  return {
    problem,
    isClosed: () => isClosed,
    async make(name: string, made: () => Promise<Blob>): Promise<void> {
      setProblem("");
      try {
        const blob = await made();
        if (!isClosed) save(name, blob);
      } catch (reason) {
        setProblem(
          t("There is no picture: {reason}.", {
            reason: reason instanceof Error ? sentence(reason.message) : String(reason),
          }),
        );
      }
    },
  };
}
