/** Returns the first characters of the SHA-256 of a text, in hexadecimal. */
export async function sha256Of(text: string, length: number): Promise<string> {
  const bytes = new Uint8Array(await platform.crypto.subtle.digest('SHA-256', utf8Of(text)));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  return digits.join('').slice(0, length);
}

/** Returns the bytes of a text in UTF-8. */
export const utf8Of = (text: string): Uint8Array => new platform.TextEncoder().encode(text);

/** Returns a new random UUID. */
export const newUuid = (): string => platform.crypto.randomUUID();

/** What platforms have and the types of core don't name. */
export const platform = globalThis as unknown as {
  readonly performance: { now(): number };
  readonly setImmediate?: (run: () => void) => unknown;
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly AbortController: new () => {
    readonly signal: AbortSignal;
    abort(reason: unknown): void;
  };
  readonly AbortSignal: { timeout(ms: number): AbortSignal };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly crypto: {
    randomUUID(): string;
    readonly subtle: { digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer> };
  };
};
