import { type Element, type Unreadable, readElements } from '../src/read-elements.ts';
import { allOf } from './all-of.ts';
import { chunksOf, type Cuts } from './chunks-of.ts';

/** Returns the elements and problems of a text, in order. */
export async function readText(
  text: string | Uint8Array,
  cuts?: Cuts,
): Promise<readonly (Element | Unreadable)[]> {
  const all = await allOf(readElements(chunksOf(text, cuts)));
  return all.map((read) => (read.isOk() ? read.value : read.error));
}
