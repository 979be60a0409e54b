import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPath, decodeQuery } from '../src/request/admin-request.ts';

// Well-formed: an unpaired surrogate has no UTF-8. An element of a list has another name.
const text = fc.oneof(
  fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.endsWith(']')),
  fc.string({ unit: fc.constantFrom('a', '&', '=', '+', '%', ' ', '#', '?', '\0', 'é', '😀') }),
);

describe('decodeQuery', () => {
  test('reads what URLSearchParams and encodeURIComponent wrote', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (parameters) => {
        const encoded = parameters.map((each) => each.map(encodeURIComponent).join('='));
        for (const querystring of [String(new URLSearchParams(parameters)), encoded.join('&')]) {
          expect(decodeQuery(querystring)._unsafeUnwrap()).toStrictEqual(parameters);
        }
      }),
    );
  });

  test('never throws, and returns well-formed texts', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('%', '0', '4', 'A', 'C', 'E', 'F', '&', '=', '+') }),
    );
    fc.assert(
      fc.property(
        anything.filter((each) => each.isWellFormed()),
        (querystring) => {
          const parameters = decodeQuery(querystring).unwrapOr([]);

          expect(parameters.flat().every((each) => each.isWellFormed())).toBe(true);
        },
      ),
    );
    fc.assert(
      fc.property(anything, (querystring) => {
        expect(() => decodeQuery(querystring)).not.toThrow();
        expect(() => checkPath(querystring)).not.toThrow();
      }),
    );
  });
});
