/** The size of the chunks. */
export type Cuts = readonly number[] | 'everywhere';

/** Cuts the bytes of a text into chunks. */
export async function* chunksOf(
  text: string | Uint8Array,
  cuts: Cuts = [],
): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const places = cuts === 'everywhere' ? bytes.keys() : cuts;
  let from = 0;
  for (const cut of [...places, bytes.length].toSorted((a, b) => a - b)) {
    yield bytes.subarray(from, cut);
    from = Math.min(cut, bytes.length);
  }
}
