import type { Listening } from '../ports/semaphore.ts';

/** Returns a signal that `abort` aborts, and that is aborted after a time unless `end` is called before. */
export function newLimit(ms: number) {
  const controller = new platform.AbortController();
  const abort = (): void => controller.abort();
  const timer = platform.setTimeout(abort, ms);
  return { signal: controller.signal, abort, end: () => platform.clearTimeout(timer) };
}

/** Returns the SHA-256 of a text. */
export const sha256Of = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await platform.crypto.subtle.digest('SHA-256', utf8Of(text)));

/** Returns the bytes of a text in UTF-8. */
export const utf8Of = (text: string): Uint8Array => new platform.TextEncoder().encode(text);

/** Returns a new random UUID. */
export const newUuid = (): string => platform.crypto.randomUUID();

/** What platforms have and the types of core don't name. */
export const platform = globalThis as unknown as {
  readonly performance: { now(): number };
  readonly setImmediate?: (run: () => void) => unknown;
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly AbortController: new () => {
    readonly signal: AbortSignal & Listening;
    abort(): void;
  };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly crypto: {
    randomUUID(): string;
    readonly subtle: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> };
  };
};
