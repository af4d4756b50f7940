/** Returns a function that ignores calls while an earlier call runs: a button that is pressed twice acts once. */
export function singleFlight<Args extends unknown[]>(
  act: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let isGoingOn = false;
  return async (...args) => {
    if (isGoingOn) return;
    isGoingOn = true;
    try {
      await act(...args);
    } finally {
      isGoingOn = false;
    }
  };
}
