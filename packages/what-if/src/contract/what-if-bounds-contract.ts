import assert from 'node:assert/strict';
import { MAX_EFFECTIVE, MAX_FORECAST_BYTES, MAX_VICTIMS_READ } from '@forewarn/forecast';
import { archiving, changing, FRIDAY, MONDAY, raising } from '@forewarn/forecast/contract';
import {
  at,
  contractOf,
  ofBytes,
  PROJECT,
  recordAll,
  recordMany,
  times,
} from '@forewarn/store-contract/writing';
import { aroundIn, assertPreviewed } from './assert-previewed.ts';
import type { WhatIfPorts } from './what-if-contract.ts';

const cause = archiving(MONDAY, 'a', { id: 0 });
const enabling = (id: number) =>
  at(FRIDAY, { id, features: changing('a', { action: 'updateEnabled' }) });
const WITHDRAWN = { projectId: PROJECT, edits: [{ withdraw: 0 }] };

/** The bounds of what is read for previews. */
export const whatIfBoundsContract = contractOf<WhatIfPorts>('WhatIfReader, bounds', {
  'looks at as many that change a target as with the edits': async ({ store }) => {
    const scheduled = [
      ...times(MAX_EFFECTIVE + 2, (id) =>
        at(new Date(Date.parse(MONDAY) + id).toISOString(), {
          id,
          features: changing('a', { action: 'startMilestone' }),
        }),
      ),
      raising(FRIDAY, 'a', { id: 100_000 }),
    ];
    await recordMany(store, scheduled, PROJECT);
    await assertPreviewed(
      store,
      { projectId: PROJECT, edits: [{ withdraw: 0 }, { withdraw: 1 }] },
      scheduled,
    );
    await assertPreviewed(
      store,
      { projectId: PROJECT, edits: [{ withdraw: 0 }, { move: 5, scheduledAt: FRIDAY }] },
      scheduled,
    );
  },
  'reads up to 5,000 that touch a target, and says when more are affected': async ({ store }) => {
    const scheduled = [cause, ...times(MAX_VICTIMS_READ - 1, (index) => enabling(index + 1))];
    await recordMany(store, scheduled, PROJECT);
    await assertPreviewed(store, WITHDRAWN, scheduled);
    await recordAll(store, [enabling(MAX_VICTIMS_READ)]);
    const found = await aroundIn(store, WITHDRAWN);
    assert.deepEqual([found.scheduled, [...found.affected], found.isCut], [[cause], [], true]);
  },
  'reads up to 32 MiB, and says when more are affected': async ({ store }) => {
    const size = MAX_FORECAST_BYTES / 8;
    const large = times(8, (index) =>
      ofBytes(size, (comments) => ({ ...enabling(index + 1), comments })),
    );
    await recordMany(store, [cause, ...large.slice(1)], PROJECT);
    await assertPreviewed(store, WITHDRAWN, [cause, ...large.slice(1)]);
    await recordAll(store, large.slice(0, 1));
    assert.equal((await aroundIn(store, WITHDRAWN)).isCut, true);
  },
});
