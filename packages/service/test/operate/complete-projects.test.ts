import { expect, test } from 'vitest';
import { chunksOf } from '../../../wire/test/read-text.ts';
import { changeRequest } from '../../../wire/test/unleash-responses.ts';
import { completeProjects } from '../../src/operate/complete-projects.ts';
import { ListedProjects, readFiles } from '../../src/operate/read-files.ts';

const asOf = '2026-11-21T10:42:00.000Z';
const silent = { problem: () => {}, warning: () => {}, progress: () => {} };

/** Reads files as the complete lists of projects. Returns the entries that follow those of the files, and what is refused. */
async function completed(
  files: readonly unknown[],
  projectIds: readonly string[],
  stored: readonly string[] = ['shop'],
) {
  const refused: string[] = [];
  const listed = new ListedProjects();
  const open = (file: string) => chunksOf(JSON.stringify(files[Number(file)]), [50]);
  const read = readFiles(Object.keys(files), silent, open, listed);
  const all: string[] = [];
  for await (const entry of completeProjects(
    read,
    { projectIds, asOf },
    { stored, listed },
    (id, why) => refused.push(`${id}: ${why.replace(/[;,] .*/, '')}`),
  )) {
    all.push(entry.isErr() ? entry.error.type : entry.value.kind);
    if (!entry.isOk() || entry.value.kind !== 'complete') continue;
    expect(entry.value).toMatchObject({ asOf, source: 'import' });
    all.push(entry.value.projectId);
  }
  return { last: all.slice(all.findLastIndex((each) => KINDS.has(each)) + 1), refused };
}

const KINDS = new Set(['project', 'strategy', 'scheduled', 'ended']);
const SHOP = { id: 'shop', name: 'Shop' };
const OFFICE = { id: 'office', name: 'Office' };
const OF_OFFICE = changeRequest({ id: 5, project: 'office' });
const ENDED = changeRequest({ id: 9, state: 'Applied' });

test.each([
  ['an empty list', [[]]],
  ['an empty list in an object', [{ changeRequests: [] }]],
  ['a list beside the project', [{ projects: [SHOP], changeRequests: [] }]],
  ['a list of ended ones', [[ENDED]]],
  ['a list after others', [{ projects: [SHOP] }, [OF_OFFICE], []]],
])('%s completes a project', async (_what, files) => {
  expect(await completed(files, ['shop'])).toEqual({ last: ['complete', 'shop'], refused: [] });
});

test('pages of a list complete a project together', async () => {
  const page = (ids: readonly number[], total: number) => ({
    changeRequests: ids.map((id) => changeRequest({ id })),
    total,
  });
  const feature = { name: 'sale', project: 'shop', stale: true };
  const done = { last: ['complete', 'shop'], refused: [] };
  const cut = (text: string) => ({ last: ['ImportRefused'], refused: [`shop: ${text}`] });

  expect(await completed([page([1, 2], 2)], ['shop'])).toEqual(done);
  expect(await completed([page([1, 2], 3), page([3], 3)], ['shop'])).toEqual(done);
  expect(await completed([page([1, 2], 3)], ['shop'])).toEqual(
    cut('the files have 2 of 3 elements of a list'),
  );
  expect(await completed([[], { features: [feature], total: 50 }], ['shop'])).toEqual(
    cut('the files have 1 of 50 elements of a list'),
  );
  expect(await completed([page([], 7)], ['shop'])).toEqual(
    cut('the files have 0 of 7 elements of a list'),
  );
  expect(await completed([page([1], 2), { features: [feature], total: 2 }], ['shop'])).toEqual(
    cut('the files have 1 of 2 elements of a list'),
  );
  // The list of another project.
  const others = { features: [{ ...feature, project: 'office' }], total: 9 };
  expect(await completed([[], others], ['shop'])).toEqual(done);
});

test('a list that is as long as those of Unleash completes no project by itself', async () => {
  const ids = Array.from({ length: 300 }, (_, id) => id);
  const all = ids.map((id) => changeRequest({ id, features: [], segments: [] }));
  const done = { last: ['complete', 'shop'], refused: [] };

  for (const file of [
    all,
    { changeRequests: all, features: [{ name: 'checkout', project: 'shop', archived: false }] },
  ]) {
    expect(await completed([file], ['shop'])).toEqual({
      last: ['ImportRefused'],
      refused: ['shop: a file lists 300 of its change requests'],
    });
  }
  expect(await completed([{ changeRequests: all, total: 300 }], ['shop'])).toEqual(done);
  expect(await completed([all.slice(0, 150), all.slice(150)], ['shop'])).toEqual(done);
  expect(await completed([[...all, changeRequest({ id: 300 })]], ['shop'])).toEqual(done);
  expect(await completed([[...all.slice(1), OF_OFFICE]], ['shop'])).toEqual(done);
});

const UNLISTED = 'no file has the list "changeRequests" of this project';
const UNKNOWN = 'there is no such project in the files or the store';

test.each([
  ['the response of GET /projects', [{ version: 1, projects: [SHOP] }]],
  ['a document without any list', [{ strategies: [] }]],
  ['the list of another project', [[OF_OFFICE]]],
  [
    'the list of another project, and the project',
    [{ projects: [SHOP] }, { projects: [], changeRequests: [OF_OFFICE] }],
  ],
  [
    'an empty list of another project',
    [{ projects: [OFFICE], changeRequests: [] }, { projects: [SHOP] }],
  ],
])('%s completes no project', async (_what, files) => {
  const { last, refused } = await completed(files, ['shop']);

  expect(last).toEqual(['ImportRefused']);
  expect(refused).toEqual([`shop: ${UNLISTED}`]);
});

test('each complete project has one entry, and needs a list of its own', async () => {
  const both = ['shop', 'office', 'shop'];

  expect(await completed([{ projects: [OFFICE] }, [], []], both)).toEqual({
    last: ['complete', 'shop', 'complete', 'office'],
    refused: [],
  });
  expect((await completed([{ projects: [OFFICE] }, []], both)).refused).toEqual([
    `shop: ${UNLISTED}`,
    `office: ${UNLISTED}`,
  ]);
});

test('each project that is neither in the files nor stored is refused, and none is complete', async () => {
  expect(await completed([[ENDED]], ['shop', 'shpo', 'gardn'], [])).toEqual({
    last: ['ImportRefused'],
    refused: [`shpo: ${UNKNOWN}`, `gardn: ${UNKNOWN}`],
  });
});

test.each([
  ['no project is complete', [[ENDED]], [], []],
  ['the files have a problem', [[{ id: 1 }]], ['shop', 'shpo'], ['ImportRefused']],
])('nothing follows the entries where %s', async (_what, files, projectIds, last) => {
  expect(await completed(files, projectIds)).toEqual({ last, refused: [] });
});
