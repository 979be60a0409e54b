import type { BadData } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { badData } from '@forewarn/wire';

/** Maximum length of a list, in characters of JSON. */
const MAX_LIST_LENGTH = 8_388_608;

/** The length of an element's JSON without its texts, at most. */
const ELEMENT_LENGTH = 64;

/**
 * Returns a function for `andThen` that fails for a list that is too long. It is never shortened: what it leaves out would
 * look unaffected.
 *
 * @param what the part of the request that a client can change
 * @param lengthOf the length of the texts of an element, which costs less than to write its JSON
 */
export function unlessTooLong<Element>(
  what: string,
  lengthOf: (element: Element) => number,
): (list: readonly Element[]) => Result<readonly Element[], BadData> {
  return (list) => {
    let length = 0;
    for (const element of list) length += lengthOf(element) + ELEMENT_LENGTH;
    if (length <= MAX_LIST_LENGTH) return ok(list);
    const expected = `fewer results: these ${list.length} make more than ${MAX_LIST_LENGTH} characters`;
    return err(badData(what, expected));
  };
}
