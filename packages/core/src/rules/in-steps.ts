import type { CallOptions } from '../ports/call-options.ts';
import { nextTurn } from './platform.ts';

/** Work that can be interrupted wherever it yields. */
export type InSteps<T> = Generator<undefined, T>;

/** Does work without interruption. */
export function atOnce<T>(steps: InSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** How long other work of the event loop waits for its turn. */
const TURN_MS = 10;

/** Does work, and lets other work have its turn meanwhile. Throws the reason of the signal once it is aborted. */
export async function inTurns<T>(steps: InSteps<T>, { signal }: CallOptions = {}): Promise<T> {
  for (let endsAt = Date.now() + TURN_MS; ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (Date.now() < endsAt) continue;
    await nextTurn();
    signal?.throwIfAborted();
    endsAt = Date.now() + TURN_MS;
  }
}
