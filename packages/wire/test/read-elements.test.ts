import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { type Element, readElements } from '../src/documents/read-elements.ts';
import { allOf, chunksOf, type Cuts, readText } from './read-text.ts';

const element = (section: Element['section'], path: string, value: unknown): Element => ({
  section,
  path,
  value,
});

const UNKNOWN_SHAPE = {
  path: '$',
  what: 'expected a list of change requests, or an object with "projects", "strategies", "changeRequests" or "features"',
};

describe('known shapes', () => {
  test('skips other keys with any content', async () => {
    const other =
      '{"projects": [1, {"strategies": [2]}], "changeRequests": {"changeRequests": []}}';
    const text = `{"a": ${other}, "b": [${other}, [${other}]], "c": "projects", "d": null, "e": -1.5e3,
      "projects": [{"projects": [1]}], "f": [[[]]], "strategies": [], "g": ${other}}`;

    expect(await readText(text)).toStrictEqual([
      element('projects', '$.projects[0]', { projects: [1] }),
    ]);
  });

  test.each(['[]', ' [\n] ', '{"strategies": []}', '{"projects":[],"changeRequests":[]}'])(
    '%s is a document without elements',
    async (text) => {
      expect(await readText(text)).toStrictEqual([]);
    },
  );

  test('ignores a byte order mark, even one in two chunks', async () => {
    const one = [element('changeRequests', '$[0]', { id: 1 })];

    expect(await readText('\uFEFF[{"id": 1}]')).toStrictEqual(one);
    expect(await readText('\uFEFF[{"id": 1}]', [1])).toStrictEqual(one);
  });

  test('"__proto__" is a key like any other', async () => {
    const [read] = await readText('[{"__proto__": {"a": 1}}]');

    expect(JSON.stringify(read)).toContain('{"__proto__":{"a":1}}');
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});

describe('unknown shapes', () => {
  test.each(['{}', '1', '"projects"', 'null', 'true', '{"version": 1}', '{"Projects": []}'])(
    '%s cannot be imported',
    async (text) => {
      expect(await readText(text)).toStrictEqual([UNKNOWN_SHAPE]);
    },
  );

  test('refuses an error response of Unleash', async () => {
    const text = '{"id": "7c", "name": "NoAccessError", "details": [{"projects": []}]}';

    expect(await readText(text)).toStrictEqual([UNKNOWN_SHAPE]);
  });

  test.each(['', ', "features": [], "segments": [{}]'])(
    'refuses a change request that is in no list, with%s',
    async (lists) => {
      const what = 'expected a list of change requests: this is one, so put [ and ] around it';

      expect(await readText(`{"id": 1, "state": "Scheduled"${lists}}`)).toStrictEqual([
        { path: '$', what },
      ]);
    },
  );

  test('reads other lists of a response that has a state', async () => {
    const text = '{"state": "x", "features": [1]}';

    const read = await allOf(readElements(chunksOf(text), { sections: ['features'] }));
    expect(read).toMatchObject([{ value: element('features', '$.features[0]', 1) }]);
  });

  test.each(['1', '"a"', 'null', 'true', '{}', '{"projects": [1]}', '{"a": {"strategies": []}}'])(
    'reports %s under a known key, and reads the rest',
    async (value) => {
      const only = { path: '$.projects', what: 'expected a list' };
      expect(await readText(`{"projects": ${value}}`)).toStrictEqual([only]);

      const text = `{"projects": ${value}, "strategies": [{}], "changeRequests": ${value}}`;

      expect(await readText(text)).toStrictEqual([
        only,
        element('strategies', '$.strategies[0]', {}),
        { path: '$.changeRequests', what: 'expected a list' },
      ]);
    },
  );
});

describe('deep nesting', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test('is read down to 100 levels; reports a deeper element and reads the others', async () => {
    const text = `[${nested(100)}, ${nested(101)}, {"a": ${nested(100)}}, {}]`;

    expect(await readText(text)).toStrictEqual([
      element('changeRequests', '$[0]', JSON.parse(nested(100))),
      { path: '$[1]', what: 'is nested deeper than 100 levels' },
      { path: '$[2]', what: 'is nested deeper than 100 levels' },
      element('changeRequests', '$[3]', {}),
    ]);
  });

  test('does no harm elsewhere', async () => {
    const deep = nested(20_000);

    expect(await readText(`{"a": ${deep}, "projects": [${deep}, {}], "b": ${deep}}`)).toStrictEqual(
      [
        { path: '$.projects[0]', what: 'is nested deeper than 100 levels' },
        element('projects', '$.projects[1]', {}),
      ],
    );
  });
});

describe('an element that is too long', () => {
  /** A list whose second element goes on. */
  async function* endless(start: string, chunk: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`[{"id": 1}, ${start}`);
    for (let each = 0; each < 1_000; each += 1) yield Buffer.from(chunk);
  }

  test.each([
    [
      'of many values',
      '{"id": 2, ',
      `"a": 1, "b": 2, ${' '.repeat(1_000)}`,
      { maxLength: 100_000 },
    ],
    ['of one text', '{"title": "', 'a'.repeat(1_000_000), {}],
  ])(
    '%s ends the reading',
    async (_what, start, chunk, options: { readonly maxLength?: number }) => {
      const read = await allOf(readElements(endless(start, chunk), options));

      const { maxLength = 16_000_000 } = options;
      const what = `an element is longer than ${maxLength} characters`;
      expect(read.at(-1)?._unsafeUnwrapErr()).toStrictEqual({ path: 'after $[0]', what });
    },
  );

  test('may be elsewhere in the document', async () => {
    const text = `{"a": [${`"${'b'.repeat(1_000)}",`.repeat(200)} {}], "projects": [{}]}`;
    const read = await allOf(readElements(chunksOf(text), { maxLength: 100_000 }));

    expect(read.map((each) => each._unsafeUnwrap())).toStrictEqual([
      element('projects', '$.projects[0]', {}),
    ]);
  });
});

describe('broken JSON', () => {
  const lastOf = async (text: string | Uint8Array, cuts?: Cuts) =>
    (await readText(text, cuts)).at(-1);

  test.each([
    ['an empty file', ''],
    ['only blanks', ' \n\t'],
    ['not JSON', '<html>'],
    ['a later element', '[{"id": 1}, {"id": 2}, {"id": 3, "a": [1, {"b": }]}, {"id": 4}]'],
    ['after elements that are not objects', '[1, "a", null, [], x]'],
    ['a missing comma', '[{"id": 1} {"id": 2}]'],
    ['a line break in a text', '[{"id": 1}, {"id": "a\nbcdefgh"}]'],
    ['an unknown escape', '[{"id": 1}, {"id": "\\xabcdefg"}]'],
    ['an invalid number', '[{"id": 1}, {"id": 01}]'],
    ['an invalid word', '[{"id": 1}, {"id": truest, "title": "of a good length"}]'],
    ['mismatched brackets', '[{"id": 1}, {"id": 2]}]'],
    ['in a list of a document', '{"version": 1, "projects": [{}, {"id": ]}'],
    [
      'the first element of the second list',
      '{"projects": [{}, {}], "changeRequests": [{"id": x}]}',
    ],
    ['the value under a known key', '{"projects": [{}], "strategies": x}'],
    ['between two lists', '{"projects": [{}], x'],
    ['in a skipped key', '{"projects": [{}], "a": [{"projects": x}]}'],
    ['after a skipped key', '{"a": {"projects": 1} x'],
    ['after the end', '[{"id": 1}] x'],
    ['a second document', '[{"id": 1}]\n[{"id": 2}]'],
  ])('refuses %s in any chunks', async (_what, text) => {
    for (const cuts of [[], 'everywhere', [Math.floor(text.length / 2)]] as const) {
      expect(await lastOf(text, cuts)).toStrictEqual({
        path: expect.stringMatching(/^(?:\$|after \$.*\[\d\])$/),
        what: expect.stringMatching(/^broken JSON: (?:expected|unexpected|escaped) ./),
      });
    }
  });

  test('is refused after the elements before it, and ends the reading', async () => {
    const blanks = ' '.repeat(1_000);

    expect(await readText(`[{"id": 1}, ${blanks} {"id": }, {"id": 3}]`)).toStrictEqual([
      element('changeRequests', '$[0]', { id: 1 }),
      { path: 'after $[0]', what: 'broken JSON: expected a value' },
    ]);
  });

  test.each([
    ['Latin-1', [0xe9]],
    ['half a character', [0xc3]],
    ['half a character of an emoji', [0xf0, 0x9f]],
    ['an unpaired surrogate', [0xed, 0xa0, 0x80]],
  ])('refuses bytes that are not UTF-8: %s', async (_what, bytes) => {
    const before = [...new TextEncoder().encode('[{"id": 1}, {"title": "é ')];
    const after = [...new TextEncoder().encode('"}, {"id": 3}]')];
    const text = Uint8Array.from([...before, ...bytes, ...after]);

    for (const cuts of [[], [before.length], [before.length + 1], 'everywhere'] as const) {
      expect((await readText(text, cuts)).at(-1)).toStrictEqual({
        path: cuts.length === 0 ? '$' : 'after $[0]',
        what: 'broken text: not UTF-8',
      });
    }
  });

  test('refuses a character truncated by the end of the file', async () => {
    const text = Uint8Array.from([...new TextEncoder().encode('[{"id": 1}'), 0xc3]);

    expect(await lastOf(text)).toStrictEqual({
      path: 'after $[0]',
      what: 'broken text: not UTF-8',
    });
  });

  test('refuses UTF-16', async () => {
    const text = Uint8Array.from([0xff, 0xfe, ...Buffer.from('[{"id": 1}]', 'utf16le')]);

    expect(await readText(text)).toStrictEqual([{ path: '$', what: 'broken text: not UTF-8' }]);
  });
});

describe('bytes that cannot be read', () => {
  async function* failing(error: unknown): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('[{"id": 1}, {"id');
    throw error;
  }

  test('are reported with the message of the system, after the elements before them', async () => {
    const error = Object.assign(new Error('EIO: i/o error, read'), {
      errno: -constants.errno.EIO,
      syscall: 'read',
    });
    const read = await allOf(readElements(failing(error)));

    expect(read.at(-1)?._unsafeUnwrapErr()).toStrictEqual({
      path: 'after $[0]',
      what: "can't be read: i/o error",
    });
  });

  test.each([new TypeError('x is not a function'), 'a text', undefined])(
    'rethrow any other error, which is a bug: %s',
    async (error) => {
      await expect(allOf(readElements(failing(error)))).rejects.toBe(error);
    },
  );
});
