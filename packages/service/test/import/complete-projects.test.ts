import type { ImportEntry } from '@forewarn/core/operator';
import { err, ok, type Result } from 'neverthrow';
import { expect, test } from 'vitest';
import { completeProjects } from '../../src/import/complete-projects.ts';
import type { ImportRefused } from '../../src/import/read-files.ts';
import { allOf } from '../../../unleash/test/all-of.ts';

const asOf = '2026-11-21T10:42:00.000Z';
const REFUSED = err({ type: 'ImportRefused' } as const);

const complete = (projectId: string) => ok({ kind: 'complete', projectId, asOf, source: 'import' });

async function completed(
  entries: readonly Result<ImportEntry, ImportRefused>[],
  projectIds: readonly string[],
  stored: readonly string[] = [],
  unlisted: readonly string[] = [],
) {
  async function* each() {
    yield* entries;
  }
  const refused: string[] = [];
  const listed = {
    without: (ids: Iterable<string>) => [...ids].filter((id) => unlisted.includes(id)),
  };
  const yielded = await allOf(
    completeProjects(each(), { projectIds, asOf }, { stored, listed }, (id, why) =>
      refused.push(`${id}: ${why}`),
    ),
  );
  return { yielded, refused };
}

const shop = ok({ kind: 'project', project: { id: 'shop', name: 'Shop' } } as const);
const ended = ok({ kind: 'ended', projectId: 'garden', id: 7 } as const);

test('each complete project has one entry, after those of the files', async () => {
  expect(
    await completed([shop, ended], ['garden', 'office', 'shop', 'garden'], ['office']),
  ).toEqual({
    yielded: [shop, ended, complete('garden'), complete('office'), complete('shop')],
    refused: [],
  });
});

test('nothing is appended without a complete project', async () => {
  expect(await completed([shop], [])).toEqual({ yielded: [shop], refused: [] });
});

test('each project that is neither in the files nor stored is refused, and nothing is complete', async () => {
  expect(await completed([shop], ['shop', 'shpo', 'gardn'])).toEqual({
    yielded: [shop, REFUSED],
    refused: ['shpo', 'gardn'].map((id) => expect.stringMatching(`^${id}: there is no such`)),
  });
});

test('nothing follows a problem in the files', async () => {
  expect(await completed([shop, REFUSED], ['shop', 'shpo'])).toEqual({
    yielded: [shop, REFUSED],
    refused: [],
  });
});

test('each project whose change requests no file lists is refused, and nothing is complete', async () => {
  expect(await completed([shop], ['shop', 'office', 'shpo'], ['office'], ['shop', 'shpo'])).toEqual(
    {
      yielded: [shop, REFUSED],
      refused: [
        expect.stringMatching(/^shpo: there is/),
        expect.stringMatching(/^shop: no file has/),
      ],
    },
  );
});
