import { type Element, type Unreadable, readElements } from '../src/documents/read-elements.ts';

/** Returns the elements and problems of a text, in order. */
export async function readText(
  text: string | Uint8Array,
  cuts?: Cuts,
): Promise<readonly (Element | Unreadable)[]> {
  const all = await allOf(readElements(chunksOf(text, cuts)));
  return all.map((read) => (read.isOk() ? read.value : read.error));
}

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

/** Collects everything that an async iterable yields. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
