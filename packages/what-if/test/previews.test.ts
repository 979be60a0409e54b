import type { Hiding } from '@forewarn/record';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { times } from '../../impact/test/samples.ts';
import { type Edit, MAX_EDITS } from '../src/edit.ts';
import { makePreviewSchedule } from '../src/previews.ts';
import type { WhatIfStore } from '../src/what-if-reader.ts';
import { whatIfWorld } from './what-if-world.ts';

const SOON = new Date(Date.now() + 60_000).toISOString();
const SCHEDULED = [inHours(5, 1, 'sale', 'archiveFeature'), inHours(3, 3, 'sale', 'updateEnabled')];
const SOONER: Edit = { move: 1, scheduledAt: SOON };

async function ask(edits: readonly Edit[], ports: Hiding & Partial<WhatIfStore> = {}) {
  const preview = makePreviewSchedule({ ...(await whatIfWorld(SCHEDULED)), ...ports });
  return preview({ credentials: 'shop', projectId: 'shop', edits });
}

describe('previewSchedule', () => {
  test.each<readonly [string, readonly Edit[], string]>([
    ['more than the maximum', times(MAX_EDITS + 1, () => SOONER), 'edits'],
    [
      'a time that can not be read',
      [SOONER, { move: 1, scheduledAt: 'soon' }],
      'edits[1].scheduledAt',
    ],
    [
      'a change request of another project',
      [{ put: inHours(1, 1, 'sale', 'archiveFeature', { project: 'bank' }) }],
      'edits[0].put.project',
    ],
  ])('rejects %s', async (_what, edits, path) => {
    const error = (await ask(edits))._unsafeUnwrapErr();
    expect(error).toMatchObject({ type: 'BadData', problems: [{ path }] });
  });

  test('takes the maximum of edits', async () => {
    expect((await ask(times(MAX_EDITS, () => SOONER))).isOk()).toBe(true);
  });

  test('calls nothing as planned while projects may be hidden', async () => {
    const origins = { hidesProjects: () => okAsync(true) };
    const found = (await ask([SOONER], { origins }))._unsafeUnwrap();
    expect(found.reasons).toEqual(['unreadable-projects']);
    expect(found.edited.map(({ forecast }) => forecast)).toEqual(['unknown']);
    expect(found.after['as-planned']).toBe(0);
  });

  test('says that what is put may touch more than it says', async () => {
    const { id: _id, ...put } = inHours(1, 1, 'fresh', 'startMilestone');
    const found = (await ask([{ put: { ...put, features: [] } }]))._unsafeUnwrap();
    expect(found.reasons).toEqual(['doubt']);
    expect(found.edited.map(({ forecast }) => forecast)).toEqual(['unknown']);
  });

  test.each(['suspended', 'pending'] as const)(
    'says that what is moved may touch more than it says, while it is %s',
    async (status) => {
      const features = [
        { name: 'x', changes: [{ action: 'updateStrategy', payload: { id: 's' } }] },
      ];
      const { schedule, ...stored } = inHours(9, 7, 'x', '', { features });
      const whatIf = await whatIfWorld([{ ...stored, schedule: { ...schedule!, status } }]);
      const found = (await ask([{ move: 7, scheduledAt: SOON }], whatIf))._unsafeUnwrap();
      expect(found).toMatchObject({
        edited: [{ forecast: 'unknown', reasons: ['doubt'] }],
        reasons: ['doubt'],
        after: { 'as-planned': 0 },
      });
    },
  );

  test('says what is unlisted with the edits, and what was without', async () => {
    const [one, other] = [7, 8].map((id) => inHours(2, id, 'x', '', { features: [] }));
    const [archiving, enabling] = SCHEDULED;
    const edits = (id: number): readonly Edit[] => [SOONER, { withdraw: id }];
    const gone = await ask(edits(7), await whatIfWorld([one!, archiving!, enabling!]));
    const left = await ask(edits(7), await whatIfWorld([one!, other!, archiving!, enabling!]));
    expect(gone._unsafeUnwrap()).toMatchObject({
      worse: [{ id: 3, before: 'unknown', forecast: 'suspended', reasons: [] }],
      edited: [{ id: 1, before: 'unknown', forecast: 'as-planned' }],
      reasons: [],
      before: { 'as-planned': 0 },
    });
    expect(left._unsafeUnwrap()).toMatchObject({
      edited: [{ id: 1, before: 'unknown', forecast: 'unknown' }],
      reasons: ['doubt'],
    });
  });

  test('says that one without a schedule has no future time', async () => {
    const { id: _id, schedule: _schedule, ...put } = inHours(1, 1, 'fresh', 'updateEnabled');
    const found = (await ask([{ put }]))._unsafeUnwrap();
    expect(found).toMatchObject({
      edited: [{ forecast: 'unknown', reasons: ['no-future-time'] }],
      reasons: ['no-future-time'],
    });
  });

  test('says that what is moved into the past has no future time', async () => {
    const found = (await ask([{ move: 1, scheduledAt: '2020-01-01T00:00:00Z' }]))._unsafeUnwrap();
    expect(found.reasons).toEqual(['no-future-time']);
  });

  test('says that more is affected than is read', async () => {
    const around = async () => {
      const { whatIf } = await whatIfWorld(SCHEDULED);
      return (await whatIf.around({ projectId: 'shop', edits: [SOONER], now: 0 })).map((found) => ({
        ...found,
        affected: new Set<string>(),
        isCut: true as const,
      }));
    };
    const found = (await ask([SOONER], { whatIf: { around } }))._unsafeUnwrap();
    expect(found).toMatchObject({ reasons: ['too-many-causes'], worse: [], better: [] });
    expect(found.edited.map(({ forecast }) => forecast)).toEqual(['unknown']);
  });

  test('ends when the signal is aborted', async () => {
    const preview = makePreviewSchedule(await whatIfWorld(SCHEDULED));
    const signal = AbortSignal.abort();
    const result = await preview({
      credentials: 'shop',
      projectId: 'shop',
      edits: [SOONER],
      signal,
    });
    expect(result._unsafeUnwrapErr().type).toBe('StoreUnavailable');
  });
});
