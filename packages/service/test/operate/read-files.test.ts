import { describe, expect, test } from 'vitest';
import { type OpenFile, readFiles } from '../../src/operate/read-files.ts';
import { chunksOf } from '../../../wire/test/read-text.ts';
import { changeRequest } from '../../../wire/test/unleash-responses.ts';

type Files = Readonly<Record<string, unknown>>;

async function readAll(files: Files, complete: readonly string[] = []) {
  const lines: string[] = [];
  let bytes = 0;
  const open: OpenFile = (file) => {
    const content = files[file];
    if (content instanceof Uint8Array) return bytesOf(content);
    return chunksOf(typeof content === 'string' ? content : JSON.stringify(content), [7]);
  };
  const line =
    (severity = '') =>
    (file: string, { path, what }: { readonly path: string; readonly what: string }) =>
      void lines.push(`${file}: ${path}: ${severity}${what}`);
  const report = {
    problem: line(),
    warning: line('warning: '),
    progress: (more: number) => void (bytes += more),
  };
  const entries: unknown[] = [];
  for await (const entry of readFiles(Object.keys(files), report, open, undefined, complete)) {
    entries.push(entry.isOk() ? entry.value : entry.error.type);
  }
  return { entries, lines, bytes };
}

async function* bytesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 7) yield content.subarray(at, at + 7);
}

/** An entry as its kind and, if it is of a change request, its id. */
const nameOf = (entry: unknown): string => {
  if (typeof entry === 'string') return entry;
  const {
    kind,
    id,
    changeRequest: of,
  } = entry as {
    readonly kind: string;
    readonly id?: number;
    readonly changeRequest?: { readonly id: number };
  };
  return [kind, id ?? of?.id].filter((each) => each !== undefined).join(' ');
};

const SHOP = { id: 'shop', name: 'Shop' };
const asOf = '2026-11-21T10:42:00.000Z';
const again = (id: number, where: string): string =>
  `the change request ${id} of the project "shop" is already at ${where}`;

describe('readable files', () => {
  const enabling = (enabled: boolean, given: object = {}) => ({
    name: 'a',
    changes: [{ action: 'updateEnabled', payload: { enabled } }],
    ...given,
  });
  test.each([
    ['shop', enabling(true), 1],
    ['bank', enabling(true), 0],
    ['shop', enabling(false), 0],
    ['shop', enabling(true, { defaultChange: { action: 'addStrategy', payload: {} } }), 0],
  ])('all of %s may lack a default: %j', async (complete, feature, count) => {
    const file = [changeRequest({ project: 'shop', features: [feature], segments: [] })];
    const { lines } = await readAll({ 'a.json': file }, [complete]);
    expect(lines.filter((line) => line.includes('has no defaultChange'))).toEqual(
      count === 0
        ? []
        : [
            'a.json: $[0].features[0]: warning: imported, but it has no defaultChange: if it is not as Unleash returns it by id, import it as that',
          ],
    );
  });

  const TWICE = { projects: [SHOP, SHOP], strategies: [{ name: 'a' }, { name: 'a' }] };
  test.each<readonly [what: string, files: Files, names: string]>([
    [
      'yield their entries in order',
      {
        'b.json': [changeRequest({ id: 2 }), changeRequest({ id: 1, state: 'Applied' })],
        '-': { version: 1, projects: [SHOP] },
        'a.json': { changeRequests: [changeRequest({ id: 3 })], strategies: [{ name: 'a' }] },
      },
      'scheduled 2, ended 1, project, scheduled 3, strategy',
    ],
    [
      'can contain a project and a strategy twice: the last one wins',
      { 'a.json': TWICE, 'b.json': { projects: [SHOP] } },
      'project, project, strategy, strategy, project',
    ],
    [
      'can have the same id in two projects',
      { 'a.json': [changeRequest({ id: 1 }), changeRequest({ id: 1, project: 'office' })] },
      'scheduled 1, scheduled 1',
    ],
  ])('%s', async (_what, files, names) => {
    const { entries, lines } = await readAll(files);

    expect(entries.map(nameOf).join(', ')).toBe(names);
    expect(lines).toEqual([]);
  });

  test('have the coverage that an export wrote, as of an import', async () => {
    const listed = [
      { ...SHOP, coverage: { kind: 'as-of', asOf, source: 'sync' } },
      { ...SHOP, coverage: { kind: 'none' } },
      SHOP,
    ];
    const { entries } = await readAll({ '-': { projects: listed, changeRequests: [] } });

    const project = { kind: 'project', project: SHOP };
    expect(entries).toStrictEqual([
      { ...project, coverage: { kind: 'as-of', asOf, source: 'import' } },
      { ...project, coverage: { kind: 'none' } },
      project,
    ]);
  });

  test('report every byte as progress', async () => {
    const text = JSON.stringify([changeRequest({ title: 'é' })]);
    const { bytes } = await readAll({ 'a.json': text, 'b.json': '[]' });

    expect(bytes).toBe(Buffer.byteLength(text) + 2);
  });
});

test.each([
  ['UTF-8 with a BOM and CRLF', (text: string) => Buffer.from(`\ufeff${text}\r\n`)],
  ['UTF-16 as Windows writes it', (text: string) => Buffer.from(`\ufeff${text}\r\n`, 'utf16le')],
  ['UTF-16 without a BOM', (text: string) => Buffer.from(text, 'utf16le')],
  ['big-endian UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('reads a file in %s', async (_encoding, encode) => {
  const text = JSON.stringify({ projects: [{ id: 'shop', name: 'Läden 🛒' }] });

  expect(await readAll({ 'a.json': encode(text) })).toMatchObject({
    entries: [{ kind: 'project', project: { name: 'Läden 🛒' } }],
    lines: [],
  });
});

describe('files with a problem yield nothing after it, and one error at the end', () => {
  const future = new Date(Date.now() + 3_600_000).toISOString();
  const covered = (coverage: unknown) => ({ ...SHOP, coverage });
  const twice = (first: string, second: string) => ({
    'a.json': [
      changeRequest({ id: 4, state: first }),
      changeRequest({ id: 4, state: second, title: 'Other' }),
    ],
  });
  const AGAIN = [`a.json: $[1]: ${again(4, 'a.json: $[0]')}`];
  test.each<readonly [what: string, files: Files, names: string, lines: readonly unknown[]]>([
    [
      'a wrong coverage',
      {
        '-': {
          projects: [
            covered({ kind: 'as-of', asOf: future, source: 'import' }),
            covered({ kind: 'as-of', asOf: 'yesterday', source: 'import' }),
            covered({ kind: 'complete' }),
            covered({ kind: 'live' }),
          ],
          changeRequests: [],
        },
      },
      '',
      [
        '-: $.projects[0].coverage.asOf: expected a time that has passed',
        '-: $.projects[1].coverage.asOf: expected a time in UTC, ISO 8601',
        expect.stringMatching(/^-: \$\.projects\[2\]\.coverage\.kind: /),
        '-: $.projects[3].coverage.kind: expected as-of or none: only "forewarn projects live" makes an imported project live',
      ],
    ],
    [
      'a coverage without the change requests that it is of',
      {
        'a.json': { projects: [SHOP, covered({ kind: 'as-of', asOf, source: 'sync' })] },
        'b.json': [changeRequest({ id: 1 })],
      },
      'project, project, ',
      [
        'a.json: $.projects[1].coverage: expected the list "changeRequests" in the same file; import what "forewarn export" writes, or remove the coverage',
      ],
    ],
    [
      'a change request twice, the second ended',
      twice('Scheduled', 'Applied'),
      'scheduled 4, ',
      AGAIN,
    ],
    ['a change request twice, the first ended', twice('Applied', 'Scheduled'), 'ended 4, ', AGAIN],
    ['a change request twice, both ended', twice('Draft', 'Rejected'), 'ended 4, ', AGAIN],
    [
      'equal change requests in two files',
      {
        'a.json': { changeRequests: [changeRequest({ id: 4 })] },
        'b.json': [changeRequest({ id: 4 })],
      },
      'scheduled 4, ',
      [`b.json: $[0]: ${again(4, 'a.json: $.changeRequests[0]')}`],
    ],
    [
      'an unreadable entry among others',
      {
        'a.json': [changeRequest({ id: 1 }), 7, changeRequest({ id: 3 })],
        'c.json': '[x]',
      },
      'scheduled 1, ',
      [expect.stringMatching(/^a\.json: \$\[1\]/), expect.stringMatching(/^c\.json: \$: broken/)],
    ],
  ])('%s', async (_what, files, before, expected) => {
    const { entries, lines } = await readAll(files);

    expect(entries.map(nameOf).join(', ')).toBe(`${before}ImportRefused`);
    expect(lines).toEqual(expected);
  });
});
