import assert from 'node:assert/strict';
import type { Precondition, ScheduledChangeRequest, Store } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { eventsDuring, versionsIn } from '../suite/events-during.ts';
import {
  assertNothingChanges,
  assertRefused,
  changeRequestsIn,
  stateOf,
} from '../suite/state-of.ts';
import { BY, record, registerProjects, searchIds } from '../suite/store-calls.ts';
import { assertFails, assertOneSucceeds, errorOf, valueOf } from '../suite/value-of.ts';

type Stored = ScheduledChangeRequest | undefined;

const first = changeRequest({ title: 'First', features: enabling('a') });
const second = changeRequest({ title: 'Second', features: enabling('b') });
const key = { projectId: PROJECT, id: 1 } as const;

const FAILED = { type: 'PreconditionFailed' } as const;
const yes: Precondition = () => true;
const no: Precondition = () => false;
const isFirst: Precondition = (existing) => existing?.title === 'First';
const isNothing: Precondition = (existing) => existing === undefined;

/** A hundred versions for concurrent puts. */
const versions = Array.from({ length: 100 }, (_, index) =>
  changeRequest({ title: `version ${index}`, features: enabling('all', `f${index}`) }),
);

/** A precondition that records its arguments. */
function spyOn(accepts: boolean): { readonly onlyIf: Precondition; readonly asked: Stored[] } {
  const asked: Stored[] = [];
  const onlyIf: Precondition = (existing) => {
    asked.push(existing);
    return accepts;
  };
  return { onlyIf, asked };
}

/** Asserts that the precondition is called at least once, and only with the expected argument. */
async function assertCalledWith(
  expected: Stored,
  act: (onlyIf: Precondition) => Promise<unknown>,
): Promise<void> {
  const { onlyIf, asked } = spyOn(true);
  await act(onlyIf);
  assert.ok(asked.length > 0, 'the precondition is called');
  for (const existing of asked) assert.deepEqual(existing, expected);
}

async function assertKept(store: Store, act: () => Promise<unknown>): Promise<void> {
  await assertNothingChanges(store, act);
  assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1]);
  assert.deepEqual(await searchIds(store, PROJECT, feature('b')), []);
}

const putIf =
  ({ writer }: Store, onlyIf: Precondition) =>
  (version: ScheduledChangeRequest) =>
    writer.put(version, BY, { onlyIf });

async function assertOnePutSucceeds(
  store: Store,
  preData: ScheduledChangeRequest | null,
  put: (version: ScheduledChangeRequest) => ResultAsync<unknown, unknown>,
): Promise<void> {
  const [event, ...others] = await eventsDuring(store, () =>
    assertOneSucceeds(versions.map(put), FAILED),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(event?.preData, preData);
  assert.deepEqual(changeRequestsIn(await stateOf(store)), [event?.data]);
}

/** Conditional writes. */
export const preconditionContract: Contract = projectContractOf(
  'ScheduledChangeRequestWriter, conditional',
  {
    'puts when the precondition holds, and returns the outcome': async ({ store }) => {
      const events = await eventsDuring(store, async () => {
        const results = [];
        for (const [version, onlyIf] of [
          [first, isNothing],
          [first, isFirst],
          [second, isFirst],
        ] as const) {
          results.push(await valueOf(store.writer.put(version, BY, { onlyIf })));
        }
        assert.deepEqual(results, ['created', 'unchanged', 'replaced']);
      });
      assert.deepEqual(versionsIn(events), [
        [null, first],
        [first, second],
      ]);
      assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [1]);
    },
    'returns PreconditionFailed for a put and changes nothing when the precondition fails': async ({
      store,
    }) => {
      await record(store, first);
      await assertKept(store, async () => {
        const added = { ...second, id: 2 };
        for (const [version, onlyIf] of [
          [second, no],
          [second, isNothing],
          [added, no],
          [added, isFirst],
          // Also for a put that would change nothing.
          [first, no],
        ] as const) {
          await assertFails(store.writer.put(version, BY, { onlyIf }), FAILED);
        }
      });
    },
    'stores a batch when the precondition holds for each of it': async ({ store }) => {
      await record(store, first);
      const { onlyIf, asked } = spyOn(true);
      const batch = [second, { ...second, id: 2 }];
      const outcomes = await valueOf(store.writer.putAll(batch, BY, { onlyIf }));
      assert.deepEqual(outcomes, ['replaced', 'created']);
      assert.deepEqual(
        new Set(asked.map((stored) => stored?.title)),
        new Set(['First', undefined]),
      );
      assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [1, 2]);
    },
    'returns PreconditionFailed for a batch and changes nothing when the precondition fails for any of it':
      async ({ store }) => {
        await record(store, first);
        await assertKept(store, async () => {
          const batch = [{ ...second, id: 2 }, { ...second, id: 3 }, second];
          for (const onlyIf of [no, isNothing, isFirst]) {
            await assertFails(store.writer.putAll(batch, BY, { onlyIf }), FAILED);
          }
        });
      },
    'lets exactly one of many concurrent batches with the same precondition succeed': async ({
      store,
    }) => {
      await record(store, first);
      await assertOnePutSucceeds(store, first, (version) =>
        store.writer.putAll([version], BY, { onlyIf: isFirst }),
      );
    },
    'removes when the precondition holds': async ({ store }) => {
      await record(store, first);
      const events = await eventsDuring(store, () =>
        valueOf(store.writer.remove(key, BY, { onlyIf: isFirst })),
      );
      assert.deepEqual(versionsIn(events), [[first, null]]);
      assert.deepEqual(await searchIds(store, PROJECT, feature('a')), []);
    },
    'returns PreconditionFailed for a removal and changes nothing when the precondition fails':
      async ({ store }) => {
        await record(store, first);
        await assertKept(store, async () => {
          for (const onlyIf of [no, isNothing]) {
            await assertFails(store.writer.remove(key, BY, { onlyIf }), FAILED);
          }
        });
      },
    'passes the whole stored change request, or undefined when there is none': async ({
      store,
    }) => {
      await registerProjects(store, 'other');
      const recordIf = (version: ScheduledChangeRequest) => (onlyIf: Precondition) =>
        valueOf(store.writer.put(version, BY, { onlyIf }));

      await record(store, { ...second, id: 2 });
      await record(store, { ...second, project: 'other' });
      await assertCalledWith(undefined, recordIf(first));
      await assertCalledWith(first, recordIf(second));
      await assertCalledWith(second, recordIf(second));
      await assertCalledWith(second, (onlyIf) => valueOf(store.writer.remove(key, BY, { onlyIf })));
      await assertCalledWith(undefined, recordIf(first));
    },
    'passes a copy: mutating it changes nothing in the store': async ({ store }) => {
      await record(store, structuredClone(first));
      const refusing = spyOn(false);
      const allowing = spyOn(true);
      const { writer } = store;
      const events = await eventsDuring(store, async () => {
        await errorOf(writer.put(second, BY, refusing));
        await errorOf(writer.remove(key, BY, refusing));
        overwriteDeeply(refusing.asked);
        assert.equal(await record(store, first), 'unchanged');
        await valueOf(writer.put(second, BY, allowing));
        overwriteDeeply(allowing.asked);
        await valueOf(writer.remove(key, BY, allowing));
        overwriteDeeply(allowing.asked);
      });
      assert.deepEqual(versionsIn(events), [
        [first, second],
        [second, null],
      ]);
    },
    'returns ProjectNotFound and ChangeRequestNotFound, whatever the precondition': async ({
      store,
    }) => {
      await assertRefused(store, [yes, no], (onlyIf) => [
        store.writer.put({ ...first, project: 'none' }, BY, { onlyIf }),
        { type: 'ProjectNotFound', projectId: 'none' },
      ]);
      const keys = [yes, no].flatMap((onlyIf) => [
        { ...key, onlyIf },
        { projectId: 'none', id: 1, onlyIf },
      ]);
      await assertRefused(store, keys, ({ onlyIf, ...missing }) => [
        store.writer.remove(missing, BY, { onlyIf }),
        { type: 'ChangeRequestNotFound', ...missing },
      ]);
    },
    'lets exactly one of a hundred concurrent puts replace the required version': async ({
      store,
    }) => {
      await record(store, first);
      const put = putIf(store, isFirst);
      await assertOnePutSucceeds(store, first, put);
    },
    'lets exactly one of a hundred concurrent puts create an absent change request': async ({
      store,
    }) => {
      await assertOnePutSucceeds(store, null, putIf(store, isNothing));
    },
    'lets exactly one of many concurrent puts and removals change the required version': async ({
      store,
    }) => {
      await record(store, first);
      const [event, ...others] = await eventsDuring(store, async () => {
        const results = await Promise.all(
          versions
            .slice(0, 20)
            .flatMap((version) => [
              store.writer.remove(key, BY, { onlyIf: isFirst }),
              store.writer.put(version, BY, { onlyIf: isFirst }),
            ]),
        );
        assert.equal(results.filter((result) => result.isOk()).length, 1);
      });
      assert.deepEqual(others, []);
      assert.deepEqual(event?.preData, first);
      const standing = event?.data == null ? [] : [event.data];
      assert.deepEqual(changeRequestsIn(await stateOf(store)), standing);
    },
  },
);
