/** What every platform's `AbortSignal` has, which would not merge with its types if it were declared there. */
export interface Listening {
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Settles as the work does, but rejects with the signal's reason as soon as the signal is aborted. The work then goes on. */
export async function untilAborted<T>(
  signal: (AbortSignal & Partial<Listening>) | undefined,
  work: PromiseLike<T>,
): Promise<T> {
  if (signal === undefined) return work;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const leave = (): void => reject(signal.reason);
  if (signal.aborted) leave();
  else signal.addEventListener?.('abort', leave, { once: true });
  work.then(resolve, reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener?.('abort', leave);
  }
}
