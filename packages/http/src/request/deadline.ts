/** The reason of the signal of a request whose client closed the connection before it had the response. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
  override readonly message = 'the client left';
}

/** Node runs a longer timer at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;

export interface Deadline {
  /** Ends the work for the request: it is aborted with the late response. */
  readonly signal: AbortSignal;
  /** Gives the request that much time from now on, or until its client leaves. */
  readonly extendDeadline: (ms: number) => void;
  /** Aborts the signal when the client leaves. */
  readonly endWithClient: () => void;
}

/** Throws a RangeError if no timer can take the timeout, such as `Infinity`. */
export function checkTimeout(timeoutMs: number): void {
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new RangeError(`timeoutMs is ${timeoutMs}: expected 1 to ${MAX_TIMEOUT_MS} milliseconds`);
  }
}

/**
 * Does work that a deadline ends.
 *
 * @param onceLeft calls its listener when the client leaves before it has the response, even if it already has
 * @param late makes the result at the deadline
 */
export function withDeadline<T>(
  timeoutMs: number,
  onceLeft: (listener: () => void) => void,
  late: () => T,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  // Promise.race would cost several times as much for each request.
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const endAfter = (ms: number): NodeJS.Timeout =>
      setTimeout(() => {
        resolve(late());
        controller.abort(new Error(`no response within ${ms} ms`));
      }, ms);
    let timer = endAfter(timeoutMs);
    const endWithClient = (): void => onceLeft(() => controller.abort(new ClientLeft()));
    const extendDeadline = (ms: number): void => {
      clearTimeout(timer);
      if (controller.signal.aborted) return;
      timer = endAfter(ms);
      // Nothing else would end long work whose client has left, not even a graceful shutdown.
      endWithClient();
    };
    work({ signal: controller.signal, extendDeadline, endWithClient })
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}
