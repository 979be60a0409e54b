import type { CallOptions } from '@forewarn/core';
import { timeSlices } from '@forewarn/platform';

/** Work that can be interrupted wherever it yields. */
export type InSteps<T> = Generator<undefined, T>;

/** Does work without interruption. */
export function atOnce<T>(steps: InSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does work, and lets other work have its turn meanwhile. Throws the reason of the signal once it is aborted. */
export async function inTurns<T>(steps: InSteps<T>, { signal }: CallOptions = {}): Promise<T> {
  const pause = timeSlices(signal);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
