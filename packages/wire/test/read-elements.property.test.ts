import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText } from './read-text.ts';

const SECTIONS = ['projects', 'strategies', 'changeRequests'] as const;

const list = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 });
const otherKey = fc
  .string({ maxLength: 4 })
  .filter((key) => !SECTIONS.some((each) => each === key));

/** A list, or an object with lists under known keys and anything under others. */
const document = fc.oneof(
  list,
  fc
    .tuple(
      fc.shuffledSubarray([...SECTIONS], { minLength: 1 }),
      fc.array(list, { minLength: 3, maxLength: 3 }),
      fc.array(fc.tuple(otherKey, fc.jsonValue({ maxDepth: 3 })), { maxLength: 3 }),
      fc.nat({ max: 3 }),
    )
    .map(([sections, lists, others, at]) =>
      Object.fromEntries([
        ...others.slice(0, at),
        ...sections.map((section, index) => [section, lists[index]]),
        ...others.slice(at),
      ]),
    ),
);

/** Different JSON texts of the same value: compact, indented and escaped. */
const text = fc
  .tuple(document, fc.constantFrom(0, 1, '\t', '\r\n '), fc.boolean())
  .map(([value, space, isEscaped]) => {
    const plain = JSON.stringify(value, undefined, space);
    return isEscaped ? plain.replaceAll(/[^ -~\s]|j/g, escapeOf) : plain;
  });

const escapeOf = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const cuts = fc.oneof(
  fc.array(fc.nat({ max: 400 }), { maxLength: 8 }),
  fc.constant('everywhere' as const),
);

/** Returns the result of `JSON.parse` as elements with their paths. */
function parsed(json: string): readonly unknown[] {
  const value = JSON.parse(json) as readonly unknown[] | Readonly<Record<string, unknown>>;
  if (Array.isArray(value)) return elementsOf('changeRequests', '$', value);
  return Object.entries(value).flatMap(([key, elements]) =>
    SECTIONS.some((each) => each === key)
      ? elementsOf(key, `$.${key}`, elements as readonly unknown[])
      : [],
  );
}

const elementsOf = (section: string, path: string, values: readonly unknown[]) =>
  values.map((value, index) => ({ section, path: `${path}[${index}]`, value }));

// As texts, because of "__proto__" and -0.
const texts = (values: readonly unknown[]): readonly string[] =>
  values.map((each) => JSON.stringify(each));

const holds = async <Ts extends [unknown, ...unknown[]]>(
  property: fc.IAsyncProperty<Ts>,
): Promise<void> => {
  await fc.assert(property, { numRuns: 100 });
};

describe('for any chunks of a document', () => {
  test('yields the elements that JSON.parse finds, in order', async () => {
    await holds(
      fc.asyncProperty(text, cuts, async (json, places) => {
        expect(texts(await readText(json, places))).toEqual(texts(parsed(json)));
      }),
    );
  });

  test('yields the elements before the break of a truncated document, then an error', async () => {
    await holds(
      fc.asyncProperty(text, cuts, fc.nat(), async (json, places, length) => {
        const whole = new TextEncoder().encode(json.trimEnd());
        const read = await readText(whole.subarray(0, length % whole.length), places);

        expect(read.at(-1)).toHaveProperty('what', expect.stringMatching(/^broken (JSON|text): ./));
        expect(texts(read.slice(0, -1))).toEqual(texts(parsed(json).slice(0, read.length - 1)));
      }),
    );
  });

  test('yields the element before a syntax error, then the error', async () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), {
      minLength: 1,
      maxLength: 5,
    });
    const wrong = fc.constantFrom('}', 'x', '{"a": 1, }', '{"a" 1}', '{"a": [1}', '{a: 1}', ',');
    await holds(
      fc.asyncProperty(objects, wrong, fc.nat(), cuts, async (values, broken, at, places) => {
        const index = at % values.length;
        const elements = values.map((value) => JSON.stringify(value)).with(index, broken);
        const read = await readText(`{"version": 1, "projects": [${elements.join(',')}]}`, places);

        const before = elementsOf('projects', '$.projects', values.slice(0, read.length - 1));
        const path = read.length === 1 ? '$' : `after $.projects[${read.length - 2}]`;
        expect(read.at(-1)).toHaveProperty('path', path);
        expect(read.length - 1).toBeLessThanOrEqual(index);
        expect(texts(read.slice(0, -1))).toEqual(texts(before));
      }),
    );
  });
});
