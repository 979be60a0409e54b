/** How long a view waits for a forecast, so that what comes later does not move the rest. */
export const PATIENCE_MS = 1_000;

/** Waits. */
export const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms);
  });
