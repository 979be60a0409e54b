import assert from 'node:assert/strict';
import type { Precondition, ScheduledChangeRequest, Store } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import * as check from '../suite/check.ts';
import { projectContractOf } from '../suite/contract.ts';
import { eventsDuring, versionsIn, withdrawnEvent } from '../suite/events-during.ts';
import { overwriteDeeply } from '../suite/overwriting.ts';
import { changeRequestsIn, stateOf } from '../suite/state-of.ts';
import { BY, record, registerProjects, searchIds, times } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';

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
const versions = times(100, (index) =>
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

/** Asserts that each call fails, and changes nothing of the first version. */
async function assertKept<T>(
  store: Store,
  inputs: readonly T[],
  attempt: (input: T) => ResultAsync<unknown, unknown>,
): Promise<void> {
  await record(store, first);
  await check.refused(store, inputs, (input) => [attempt(input), FAILED]);
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
    check.oneSucceeds(versions.map(put), FAILED),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(event?.preData, preData);
  assert.deepEqual(changeRequestsIn(await stateOf(store)), [event?.data]);
}

/** Conditional writes. */
export const preconditionContract = projectContractOf('ScheduledChangeRequestWriter, conditional', {
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
  'returns PreconditionFailed for a put, and changes nothing': async ({ store }) => {
    const added = { ...second, id: 2 };
    await assertKept(
      store,
      [
        [second, no],
        [second, isNothing],
        [added, no],
        [added, isFirst],
        // Also for a put that would change nothing.
        [first, no],
      ] as const,
      ([version, onlyIf]) => store.writer.put(version, BY, { onlyIf }),
    );
  },
  'stores a batch when the precondition holds for each of it': async ({ store }) => {
    await record(store, first);
    const { onlyIf, asked } = spyOn(true);
    const batch = [second, { ...second, id: 2 }];
    const outcomes = await valueOf(store.writer.putAll(batch, BY, { onlyIf }));
    assert.deepEqual(outcomes, ['replaced', 'created']);
    const titles = new Set(asked.map((stored) => stored?.title));
    assert.deepEqual(titles, new Set(['First', undefined]));
    assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [1, 2]);
  },
  'returns PreconditionFailed for a batch if it fails for any of it': async ({ store }) => {
    const batch = [{ ...second, id: 2 }, { ...second, id: 3 }, second];
    await assertKept(store, [no, isNothing, isFirst], (onlyIf) =>
      store.writer.putAll(batch, BY, { onlyIf }),
    );
  },
  'lets one of many concurrent batches with the same precondition succeed': async ({ store }) => {
    await record(store, first);
    await assertOnePutSucceeds(store, first, (version) =>
      store.writer.putAll([version], BY, { onlyIf: isFirst }),
    );
  },
  'removes when the precondition holds': async ({ store }) => {
    await record(store, first);
    const remove = () => valueOf(store.writer.remove(key, BY, { onlyIf: isFirst }));
    await check.events(store, remove, [withdrawnEvent(first, BY)]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), []);
  },
  'returns PreconditionFailed for a removal, and changes nothing': async ({ store }) => {
    await assertKept(store, [no, isNothing], (onlyIf) => store.writer.remove(key, BY, { onlyIf }));
  },
  'passes the whole stored change request, or undefined if there is none': async ({ store }) => {
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
  'returns ProjectNotFound and ChangeRequestNotFound, whatever it says': async ({ store }) => {
    for (const onlyIf of [yes, no]) {
      await check.refused(store, ['none'], (project) => [
        store.writer.put({ ...first, project }, BY, { onlyIf }),
        { type: 'ProjectNotFound', projectId: project },
      ]);
      await check.refused(store, [key, { projectId: 'none', id: 1 }], (missing) => [
        store.writer.remove(missing, BY, { onlyIf }),
        { type: 'ChangeRequestNotFound', ...missing },
      ]);
    }
  },
  'lets one of a hundred concurrent puts replace the required version': async ({ store }) => {
    await record(store, first);
    await assertOnePutSucceeds(store, first, putIf(store, isFirst));
  },
  'lets one of a hundred concurrent puts create a change request': ({ store }) =>
    assertOnePutSucceeds(store, null, putIf(store, isNothing)),
  'lets one of many concurrent puts and removals change the version': async ({ store }) => {
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
});
