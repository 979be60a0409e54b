import assert from 'node:assert/strict';
import { targetValue } from '@forewarn/core';
import type { Gone } from '@forewarn/forecast';
import {
  arbitrarySchedule,
  archiving,
  changing,
  FRIDAY,
  MONDAY,
  raising,
  TUESDAY,
  updating,
  whileRecorded,
} from '@forewarn/forecast/contract';
import { compareBytes } from '@forewarn/record';
import {
  at,
  BY,
  type Calls,
  check,
  closedCase,
  complete,
  contractOf,
  fillForReads,
  holdsFor,
  importAll,
  LIVE,
  lookWhile,
  outageCase,
  overwriteDeeply,
  PROJECT,
  recordAll,
  registerProjects,
  signalCases,
  strategyDefinition,
  times,
  using,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { StoreWithNames } from '@forewarn/store';
import type { Edit } from '../edit.ts';
import { preview } from '../preview-of.ts';
import { MAX_ROUNDS, type WhatIfStore } from '../what-if-reader.ts';
import { arbitraryEdits } from './arbitrary-edits.ts';
import { aroundIn, assertPreviewed, PREVIEW_AT } from './assert-previewed.ts';

/** The ports that `whatIfContracts` need: those of a store with previews. */
export type WhatIfPorts = StoreWithNames & WhatIfStore;

const inShop = (...edits: readonly Edit[]) => ({ projectId: PROJECT, edits });
const later = (ms: number): string => new Date(Date.parse(MONDAY) + ms).toISOString();
const PENDING = { schedule: { status: 'pending', scheduledAt: MONDAY } } as const;
const LISTED = '2026-11-20T09:00:00.000Z';
const LISTED_LATER = '2026-11-20T10:00:00.000Z';
const RELEASING = { action: 'deleteDependency', payload: { feature: 'parent' } };
const SUNDAY = '2030-01-06T09:00:00.000Z';

const CALLS: Calls<WhatIfPorts> = {
  'whatIf.around': ({ whatIf }, options) =>
    whatIf.around({ ...inShop({ withdraw: 1 }), now: PREVIEW_AT }, options),
  'whatIf.around, in an unknown project': ({ whatIf }, options) =>
    whatIf.around({ projectId: 'none', edits: [{ withdraw: 1 }], now: PREVIEW_AT }, options),
};
const AROUND = { calls: CALLS, fill: fillForReads };

/** What decides what edits do. */
export const whatIfContract = contractOf<WhatIfPorts>('WhatIfReader', {
  'reads nothing that an edited one does not affect': async ({ store }) => {
    const scheduled = [
      archiving(TUESDAY, 'a', { id: 1 }),
      raising(FRIDAY, 'a', { id: 2, project: 'bank' }),
      raising(MONDAY, 'b', { id: 4 }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    const sooner = inShop({ move: 1, scheduledAt: SUNDAY });
    const { scheduled: read } = await aroundIn(store, sooner);
    assert.deepEqual(new Set(read.map(({ id }) => id)), new Set([1, 2]));
  },
  'finds what happens to those after one that no longer fails': async ({ store }) => {
    // Every other one is suspended, since the one before is not.
    const scheduled = times(MAX_ROUNDS, (id) =>
      at(later(id), {
        id,
        project: id === 0 ? PROJECT : `p${id}`,
        features: changing(`f${id}`, updating(`s${id}`), updating(`s${id + 1}`)),
      }),
    );
    await recordAll(store, scheduled, ...scheduled.map(({ project }) => project));
    await assertPreviewed(store, inShop({ withdraw: 0 }), scheduled);
  },
  'finds those that need a dependency gone that is removed sooner': async ({ store }) => {
    const scheduled = [
      archiving(TUESDAY, 'parent', { id: 1, project: 'bank' }),
      at(FRIDAY, { id: 2, features: changing('child', RELEASING) }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    const { better } = await assertPreviewed(
      store,
      inShop({ move: 2, scheduledAt: MONDAY }),
      scheduled,
    );
    assert.deepEqual(
      better.map(({ id, before }) => [id, before]),
      [[1, 'fails']],
    );
    // Whether the dependency exists is not known if its child gets another parent before.
    const depending = { action: 'addDependency', payload: { feature: 'other' } };
    const put = { ...at(MONDAY, { features: changing('child', depending) }), id: undefined };
    const { id: _id, ...added } = put;
    await assertPreviewed(store, inShop({ put: added }), scheduled);
  },
  'finds those that need a dependency gone that may stay with an edit': async ({ store }) => {
    const other = changing('other', { action: 'updateEnabled' });
    const scheduled = [
      at(TUESDAY, { id: 1, features: [...changing('child', RELEASING), ...other] }),
      archiving(FRIDAY, 'parent', { id: 2, project: 'bank' }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    for (const time of [MONDAY, TUESDAY]) {
      const { id: _id, ...put } = archiving(time, 'other');
      const { worse } = await assertPreviewed(store, inShop({ put }), scheduled);
      assert.ok(worse.some(({ id, forecast }) => id === 2 && forecast === 'unknown'));
    }
  },
  'finds those that need one whose other effect an edit makes unsure': async ({ store }) => {
    const deletion = { action: 'deleteStrategy', payload: { id: 's' } };
    const features = [...changing('child', RELEASING), ...changing('other', deletion)];
    const scheduled = [
      at(TUESDAY, { id: 1, features }),
      archiving(FRIDAY, 'parent', { id: 2, project: 'bank' }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    await valueOf(
      store.names.replace({ projectId: PROJECT, asOf: LISTED, lists: { environment: [] } }),
    );
    const target = { kind: 'environment', name: 'production' } as const;
    const gone = [{ target, projectId: PROJECT, removals: ['remove'] as const, asOf: LISTED }];
    const { id: _id, ...put } = archiving(TUESDAY, 'other');
    const { worse } = await assertPreviewed(store, inShop({ put }), scheduled, gone);
    assert.deepEqual(
      worse.map(({ id, forecast }) => [id, forecast]),
      [[2, 'unknown']],
    );
  },
  'finds those that need undone what an edit undoes': async ({ store }) => {
    const depending = { action: 'addDependency', payload: { feature: 'parent' } };
    const scheduled = [
      at(MONDAY, { id: 1, features: changing('child', depending) }),
      archiving(FRIDAY, 'parent', { id: 2, project: 'bank' }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    const { id: _id, ...put } = archiving(TUESDAY, 'child');
    const { better } = await assertPreviewed(store, inShop({ put }), scheduled);
    assert.deepEqual(
      better.map(({ id, before, forecast }) => [id, before, forecast]),
      [[2, 'fails', 'unknown']],
    );
  },
  'finds what is gone that only an edit touches': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const name = 'region';
    await valueOf(store.strategies.register(strategyDefinition(name), BY));
    await valueOf(store.strategies.delete(name, BY));
    const { id: _id, ...put } = { ...using([name]), ...PENDING };
    const { gone } = await aroundIn(store, inShop({ put }));
    assert.deepEqual(
      gone.map(({ target }) => target),
      [{ kind: 'strategyDefinition', name }],
    );
  },
  'finds what the lists of a project lack that only an edit touches': async ({ store }) => {
    const scheduled = raising(MONDAY, 'newer', { id: 1, environment: 'production' });
    await registerProjects(store, 'bank');
    await importAll(store, [
      { kind: 'scheduled', changeRequest: scheduled },
      complete(PROJECT, 'import', LISTED_LATER),
    ]);
    const lists = { feature: ['listed', 'old'], archivedFeature: ['old'], environment: [] };
    await valueOf(store.names.replace({ projectId: PROJECT, asOf: LISTED, lists }));
    const names = ['newer', 'listed', 'old', 'misspelt'];
    const { id: _id, ...put } = raising(FRIDAY, 'listed', { environment: 'staging' });
    const features = names.flatMap((name) => changing(name, updating('s')));
    const { gone } = await aroundIn(
      store,
      inShop({ put: { ...put, features } }, { put: { ...put, environment: 'production' } }),
    );
    const missing = { projectId: PROJECT, asOf: LISTED };
    const byName = (one: Gone, other: Gone) =>
      compareBytes(targetValue(one.target), targetValue(other.target));
    assert.deepEqual(gone.toSorted(byName), [
      { ...missing, target: { kind: 'feature', name: 'misspelt' }, removals: ['delete', 'move'] },
      { ...missing, target: { kind: 'feature', name: 'old' }, removals: ['archive'] },
      { ...missing, target: { kind: 'environment', name: 'staging' }, removals: ['remove'] },
    ]);
  },
  'has what edits name, whatever its schedule, and nothing of other projects': async ({
    store,
  }) => {
    const schedule = { status: 'suspended', scheduledAt: MONDAY } as const;
    const suspended = { ...raising(MONDAY, 'a', { id: 1 }), schedule };
    const scheduled = [suspended, raising(MONDAY, 'b', { id: 2, project: 'bank' })];
    await recordAll(store, scheduled, PROJECT, 'bank');
    const moved = await assertPreviewed(store, inShop({ move: 1, scheduledAt: FRIDAY }), scheduled);
    assert.deepEqual(
      moved.better.map(({ id }) => id),
      [1],
    );
    const { scheduled: read } = await aroundIn(store, inShop({ withdraw: 2 }));
    assert.deepEqual(read, []);
  },
  'says which project is registered, and what its coverage is': async ({ store }) => {
    await recordAll(store, [raising(MONDAY, 'a', { id: 1 })], PROJECT);
    const found = await aroundIn(store, inShop());
    assert.deepEqual(found.projects, [{ projectId: PROJECT, coverage: LIVE }]);
    assert.deepEqual(found.coverages, [LIVE]);
    const none = await aroundIn(store, { projectId: 'none', edits: [{ withdraw: 1 }] });
    assert.deepEqual([none.projects, none.scheduled], [[], []]);
    const { id: _id, ...put } = archiving(SUNDAY, 'a', { project: 'none' });
    const { scheduled } = await aroundIn(store, { projectId: 'none', edits: [{ put }] });
    assert.deepEqual(scheduled, [raising(MONDAY, 'a', { id: 1 })]);
  },
  'says when something is planned that may affect any feature': async ({ store }) => {
    const unlisted = { features: [], segments: [] };
    const scheduled = [at(FRIDAY, { id: 1, ...unlisted }), at(FRIDAY, { id: 2, ...unlisted })];
    await recordAll(store, scheduled, PROJECT);
    const unlistedAt = async (...edits: readonly Edit[]) =>
      (await aroundIn(store, inShop(...edits))).unlistedAt;
    assert.equal(await unlistedAt(), Date.parse(FRIDAY));
    // Whether an edited one does so is not the store's to say.
    assert.equal(await unlistedAt({ withdraw: 1 }), Date.parse(FRIDAY));
    assert.equal(await unlistedAt({ withdraw: 1 }, { move: 2, scheduledAt: MONDAY }), undefined);
  },
  'writes nothing': async ({ store }) => {
    const scheduled = [archiving(MONDAY, 'a', { id: 1 }), raising(FRIDAY, 'a', { id: 2 })];
    await recordAll(store, scheduled, PROJECT);
    const { id: _id, ...put } = raising(TUESDAY, 'a');
    const move = { move: 2, scheduledAt: TUESDAY };
    await check.nothingChanges(store, () =>
      aroundIn(store, inShop({ withdraw: 1 }, { put }, move)),
    );
  },
  'returns what is the caller’s own': async ({ store }) => {
    const scheduled = [archiving(MONDAY, 'a', { id: 1 }), raising(FRIDAY, 'a', { id: 2 })];
    await recordAll(store, scheduled, PROJECT);
    const found = await aroundIn(store, inShop({ withdraw: 1 }));
    overwriteDeeply(found);
    await assertPreviewed(store, inShop({ withdraw: 1 }), scheduled);
  },
  ...closedCase(AROUND),
  ...outageCase(AROUND, (store) => aroundIn(store, inShop({ withdraw: 1 }))),
  ...signalCases(AROUND, (store) => aroundIn(store, inShop({ withdraw: 1 }))),
});

/** Two change requests, of which one archives what the other changes: they swap features. */
const swapped = (round: number) => [
  archiving(MONDAY, round % 2 === 0 ? 'a' : 'b', { id: 1, project: 'p' }),
  raising(FRIDAY, round % 2 === 0 ? 'a' : 'b', { id: 2, project: 'q' }),
];

/** Previews that are of one moment. */
export const whatIfAtomicityContract = contractOf<WhatIfPorts>('WhatIfReader, atomicity', {
  'finds the victim of what is edited while a putAll moves both': async ({ store }) => {
    await registerProjects(store, 'p', 'q');
    await valueOf(store.writer.putAll(swapped(0), BY));
    const edits = { projectId: 'p', edits: [{ withdraw: 1 }] };
    const look = async (): Promise<void> => {
      const { scheduled } = await aroundIn(store, edits);
      const { better } = preview(scheduled, edits, { now: PREVIEW_AT })._unsafeUnwrap();
      assert.deepEqual(
        better.map(({ id }) => id),
        [2],
      );
    };
    await lookWhile((round) => valueOf(store.writer.putAll(swapped(round + 1), BY)), look);
  },
});

const RUNS = 5;
const PROJECTS = ['a', 'A', '_'];

const edited = arbitrarySchedule(...PROJECTS).chain((scheduled) =>
  arbitraryEdits(scheduled, PROJECTS).map((edits) => ({ scheduled, edits })),
);

/** Previews that are those of the rule. */
export const whatIfRuleContract = contractOf<WhatIfPorts>('WhatIfReader, against the rule', {
  'finds exactly what `preview` finds in all, for generated schedules and edits': async ({
    store,
  }) => {
    await registerProjects(store, ...PROJECTS);
    await holdsFor(RUNS, edited, ({ scheduled, edits }) =>
      whileRecorded(store, scheduled, async () => {
        await assertPreviewed(store, edits, scheduled);
        for (const { project: projectId, id } of scheduled) {
          await assertPreviewed(store, { projectId, edits: [{ withdraw: id }] }, scheduled);
        }
      }),
    );
  },
});
