/** Resolves after other work of the event loop had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Returns the bytes of a text in UTF-8. */
export const utf8Of = (text: string): Uint8Array => new TextEncoder().encode(text);

// Every platform has these, but the types of core name none.
const { setTimeout, TextEncoder } = globalThis as unknown as {
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
};
