import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deadline } from './deadline.ts';

/** Maximum time that long work holds the event loop at once. */
const SLICE_MS = 10;

/** Divides long work into slices, between which the event loop runs. */
export class Slices {
  readonly #deadline: Deadline | undefined;
  #end = performance.now() + SLICE_MS;

  constructor(deadline?: Deadline) {
    this.#deadline = deadline;
  }

  /** Whether the work must wait for {@link next} before it goes on. */
  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  /** Lets the event loop run, and begins a slice. Throws when the deadline is over. */
  async next(): Promise<void> {
    await nextTurn();
    this.#deadline?.throwIfOver();
    this.#end = performance.now() + SLICE_MS;
  }
}
