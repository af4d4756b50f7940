/** The dialog of a new game, loaded when it is wanted for the first time. */

import { Suspense, lazy } from "solid-js";
import type { NewGameProps } from "./NewGameForm";

const NewGameForm = lazy(() => import("./NewGameForm"));

export function NewGameDialog(props: NewGameProps) {
  return (
    <Suspense>
      <NewGameForm {...props} />
    </Suspense>
  );
}
