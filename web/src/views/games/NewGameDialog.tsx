/** The dialog of a new game, loaded when it is wanted for the first time. */

import { Suspense } from "solid-js";
import type { NewGameProps } from "./NewGameForm";
import { lazily } from "../lazily";

const NewGameForm = lazily(() => import("./NewGameForm"));

export function NewGameDialog(props: NewGameProps) {
  return (
    <Suspense>
      <NewGameForm {...props} />
    </Suspense>
  );
}
