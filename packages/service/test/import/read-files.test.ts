import { describe, expect, test } from 'vitest';
import { type OpenFile, readFiles } from '../../src/import/read-files.ts';
import { chunksOf } from '../../../unleash/test/read-text.ts';
import { changeRequest } from '../../../unleash/test/unleash-responses.ts';

async function readAll(files: Readonly<Record<string, unknown>>) {
  const lines: string[] = [];
  let bytes = 0;
  const open: OpenFile = (file) => {
    const content = files[file];
    return chunksOf(typeof content === 'string' ? content : JSON.stringify(content), [7]);
  };
  const report = {
    problem: (file: string, { path, what }: { readonly path: string; readonly what: string }) =>
      void lines.push(`${file}: ${path}: ${what}`),
    warning: (file: string, { path, what }: { readonly path: string; readonly what: string }) =>
      void lines.push(`${file}: ${path}: warning: ${what}`),
    progress: (more: number) => {
      bytes += more;
    },
  };
  const responses: unknown[] = [];
  for await (const entry of readFiles(Object.keys(files), report, open)) {
    responses.push(entry.isOk() ? [entry.value.kind, idOf(entry.value)] : entry.error);
  }
  return { responses, lines, bytes };
}

function idOf(entry: object): unknown {
  if ('changeRequest' in entry) return (entry.changeRequest as { readonly id: number }).id;
  return 'id' in entry ? entry.id : undefined;
}

const REFUSED = { type: 'ImportRefused' };
const SHOP = { id: 'shop', name: 'Shop' };
const again = (id: number, project: string, where: string): string =>
  `the change request ${id} of the project "${project}" is already at ${where}`;

describe('readable files', () => {
  test('yield their entries in order', async () => {
    const { responses, lines } = await readAll({
      'b.json': [changeRequest({ id: 2 }), changeRequest({ id: 1, state: 'Applied' })],
      '-': { version: 1, projects: [SHOP] },
      'a.json': { changeRequests: [changeRequest({ id: 3 })], strategies: [{ name: 'a' }] },
    });

    expect(responses).toStrictEqual([
      ['scheduled', 2],
      ['ended', 1],
      ['project', undefined],
      ['scheduled', 3],
      ['strategy', undefined],
    ]);
    expect(lines).toEqual([]);
  });

  test('have the coverage that an export wrote, as of an import', async () => {
    const asOf = '2026-11-21T10:42:00.000Z';
    const entries: unknown[] = [];
    const listed = [
      { ...SHOP, coverage: { kind: 'as-of', asOf, source: 'sync' } },
      { id: 'office', name: 'Office', coverage: { kind: 'none' } },
      { id: 'garden', name: 'Garden' },
    ];
    const state = { projects: listed, changeRequests: [] };
    const open: OpenFile = () => chunksOf(JSON.stringify(state), [50]);
    const silent = { problem: () => {}, warning: () => {}, progress: () => {} };
    for await (const entry of readFiles(['-'], silent, open)) entries.push(entry._unsafeUnwrap());

    expect(entries).toStrictEqual([
      { kind: 'project', project: SHOP, coverage: { kind: 'as-of', asOf, source: 'import' } },
      {
        kind: 'project',
        project: { id: 'office', name: 'Office' },
        coverage: { kind: 'none' },
      },
      { kind: 'project', project: { id: 'garden', name: 'Garden' } },
    ]);
  });

  test('are refused with a coverage that is wrong, or of the future', async () => {
    const project = (coverage: unknown) => ({ ...SHOP, coverage });
    const asOf = new Date(Date.now() + 3_600_000).toISOString();
    const { responses, lines } = await readAll({
      '-': {
        projects: [
          project({ kind: 'as-of', asOf, source: 'import' }),
          project({ kind: 'as-of', asOf: 'yesterday', source: 'import' }),
          project({ kind: 'complete' }),
          project({ kind: 'live' }),
        ],
        changeRequests: [],
      },
    });

    expect(responses).toStrictEqual([REFUSED]);
    expect(lines).toEqual([
      '-: $.projects[0].coverage.asOf: expected a time that has passed',
      '-: $.projects[1].coverage.asOf: expected a time in UTC, ISO 8601',
      expect.stringMatching(/^-: \$\.projects\[2\]\.coverage\.kind: /),
      '-: $.projects[3].coverage.kind: expected as-of or none: only "forewarn projects live" makes an imported project live',
    ]);
  });

  test('are refused with a coverage, but without the change requests that it is of', async () => {
    const coverage = { kind: 'as-of', asOf: '2026-11-21T10:42:00.000Z', source: 'sync' };
    const { responses, lines } = await readAll({
      'projects.json': { projects: [SHOP, { id: 'office', name: 'Office', coverage }] },
      'list.json': [changeRequest({ id: 1, project: 'office' })],
    });

    expect(responses.at(-1)).toStrictEqual(REFUSED);
    expect(lines).toEqual([
      'projects.json: $.projects[1].coverage: expected the list "changeRequests" in the same file; import what "forewarn export" writes, or remove the coverage',
    ]);
  });

  test('report every byte as progress', async () => {
    const text = JSON.stringify([changeRequest({ title: 'é' })]);

    expect((await readAll({ 'a.json': text, 'b.json': '[]' })).bytes).toBe(
      Buffer.byteLength(text) + 2,
    );
  });

  test('yield entries that searches may miss, with a warning and its path', async () => {
    const features = [{ name: 'a', changes: [] }];
    const { responses, lines } = await readAll({
      'a.json': [changeRequest({}), changeRequest({ id: 5, features })],
      'b.json': { changeRequests: [changeRequest({ id: 6, features: [] })] },
    });

    expect(responses).toHaveLength(3);
    expect(lines).toEqual([
      'a.json: $[1].features[0].changes: warning: lists no changes: imported, but only the feature "a" finds it',
      'b.json: $.changeRequests[0]: warning: lists neither features nor segments: imported, but no search finds it',
    ]);
  });

  test('can contain a project and a strategy twice: the last one wins', async () => {
    const definitions = { projects: [SHOP, SHOP], strategies: [{ name: 'a' }, { name: 'a' }] };

    expect(
      (await readAll({ 'a.json': definitions, 'b.json': definitions })).responses,
    ).toHaveLength(8);
  });

  test('can have the same id in two projects', async () => {
    const { responses } = await readAll({
      'a.json': [changeRequest({ id: 1 }), changeRequest({ id: 1, project: 'office' })],
    });

    expect(responses).toStrictEqual([
      ['scheduled', 1],
      ['scheduled', 1],
    ]);
  });
});

describe('two change requests with the same id', () => {
  test('in one file are refused at the second, with the place of the first', async () => {
    const { responses, lines } = await readAll({
      'a.json': [changeRequest({ id: 4 }), changeRequest({ id: 5 }), changeRequest({ id: 4 })],
    });

    expect(lines).toEqual([`a.json: $[2]: ${again(4, 'shop', 'a.json: $[0]')}`]);
    expect(responses.at(-1)).toStrictEqual(REFUSED);
  });

  test('in two files are refused', async () => {
    const { lines } = await readAll({
      'a.json': { changeRequests: [changeRequest({ id: 4 })] },
      'b.json': [changeRequest({ id: 4 })],
    });

    expect(lines).toEqual([`b.json: $[0]: ${again(4, 'shop', 'a.json: $.changeRequests[0]')}`]);
  });

  test.each([
    ['only the first scheduled', 'Scheduled', 'Applied'],
    ['only the second scheduled', 'Applied', 'Scheduled'],
    ['neither scheduled', 'Draft', 'Rejected'],
  ])('are refused whatever their states: %s', async (_what, first, second) => {
    const { responses, lines } = await readAll({
      'a.json': [
        changeRequest({ id: 4, state: first }),
        changeRequest({ id: 4, state: second, title: 'Other' }),
      ],
    });

    expect(lines).toEqual([`a.json: $[1]: ${again(4, 'shop', 'a.json: $[0]')}`]);
    expect(responses.at(-1)).toStrictEqual(REFUSED);
  });

  test('are refused even if they are equal', async () => {
    const { lines } = await readAll({ 'a.json': [changeRequest({}), changeRequest({})] });

    expect(lines).toHaveLength(1);
  });
});

describe('files with a problem', () => {
  test('yield nothing after the first problem, and one error at the end', async () => {
    const { responses } = await readAll({
      'a.json': [changeRequest({ id: 1 }), { id: 2 }, changeRequest({ id: 3 })],
      'b.json': [changeRequest({ id: 4 })],
      'c.json': '[x]',
    });

    expect(responses).toStrictEqual([['scheduled', 1], REFUSED]);
  });

  test('report every problem and warning of every file', async () => {
    const { lines, bytes } = await readAll({
      'a.json': '{"projects": 1, "strategies": [{}, 2]',
      'b.json': '{"version": 1}',
      '-': [
        { ...changeRequest({ id: 1 }), features: [{ name: 1, changes: [{}] }] },
        changeRequest({ id: 2, features: [] }),
      ],
      'c.json': '',
    });

    expect(lines).toEqual([
      'a.json: $.projects: expected a list',
      'a.json: $.strategies[0].name: expected string, received undefined',
      'a.json: $.strategies[1]: expected object, received number',
      expect.stringMatching(/^a\.json: after \$\.strategies\[1\]: broken JSON: ./),
      expect.stringMatching(
        /^b\.json: \$: expected a list of change requests, or an object with ./,
      ),
      '-: $[0].features[0].name: expected string, received number',
      '-: $[0].features[0].changes[0].action: expected string, received undefined',
      '-: $[1]: warning: lists neither features nor segments: imported, but no search finds it',
      'c.json: $: broken JSON: expected a value',
    ]);
    expect(bytes).toBeGreaterThan(0);
  });

  test('yield one error for a problem in the last byte', async () => {
    const { responses, lines } = await readAll({
      'a.json': `[${JSON.stringify(changeRequest({}))}`,
    });

    expect(responses).toStrictEqual([['scheduled', 12], REFUSED]);
    expect(lines).toHaveLength(1);
  });
});
