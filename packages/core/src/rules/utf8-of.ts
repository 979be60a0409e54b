/** Returns the bytes of a text in UTF-8. */
export const utf8Of = (text: string): Uint8Array => new TextEncoder().encode(text);

// Every platform has it, but the types of core name none.
const { TextEncoder } = globalThis as unknown as {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
};
