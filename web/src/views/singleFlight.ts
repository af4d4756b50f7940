/** Returns what does the same, but nothing as long as it goes on from before: a button that is pressed twice acts once. */
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
