import assert from 'node:assert/strict';
import type { Precondition } from '@forewarn/record';
import type { ScheduledChangeRequest, PortResult } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import * as check from '../suite/check.ts';
import { casesOf, projectContractOf } from '../suite/contract.ts';
import {
  eventsDuring,
  scheduledEvent,
  versionsIn,
  withdrawnEvent,
} from '../suite/events-during.ts';
import { overwriteDeeply } from '../suite/overwriting.ts';
import { times } from '../suite/rounds.ts';
import { searchIds } from '../suite/searches.ts';
import { changeRequestsIn, stateOf } from '../suite/state-of.ts';
import { BY, record, registerProjects } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';

type Stored = ScheduledChangeRequest | undefined;

const first = changeRequest({ title: 'First', features: enabling('a') });
const second = changeRequest({ title: 'Second', features: enabling('b') });
const key = { projectId: PROJECT, id: 1 } as const;

const yes: Precondition = () => true;
const no: Precondition = () => false;
const isFirst: Precondition = (existing) => existing?.title === 'First';
const isSecond: Precondition = (existing) => existing?.title === 'Second';
const isNothing: Precondition = (existing) => existing === undefined;

/** Versions for concurrent writes. */
const versions = times(50, (index) =>
  changeRequest({ title: `version ${index}`, features: enabling(`f${index}`) }),
);

type Write = (
  writer: Store['writer'],
  version: ScheduledChangeRequest,
  onlyIf: Precondition,
) => PortResult<unknown, { readonly type: string }>;

/** Concurrent writes of which one can succeed. */
const WRITES: Readonly<Record<string, readonly Write[]>> = {
  puts: [(writer, version, onlyIf) => writer.put(version, BY, { onlyIf })],
  batches: [(writer, version, onlyIf) => writer.putAll([version], BY, { onlyIf })],
  'puts and removals': [
    (writer, version, onlyIf) => writer.put(version, BY, { onlyIf }),
    (writer, _version, onlyIf) => writer.remove(key, BY, { onlyIf }),
  ],
};

const REFUSED = /^(?:PreconditionFailed|ChangeRequestNotFound)$/;

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

export const preconditionContract = projectContractOf('ScheduledChangeRequestWriter, conditional', {
  'writes when the precondition holds, and returns the outcome': async ({ store }) => {
    const { writer } = store;
    const { onlyIf, asked } = spyOn(true);
    const batch = [second, { ...second, id: 2 }];
    const write = async () => {
      for (const [call, outcome] of [
        [() => writer.put(first, BY, { onlyIf: isNothing }), 'created'],
        [() => writer.put(first, BY, { onlyIf: isFirst }), 'unchanged'],
        [() => writer.putAll(batch, BY, { onlyIf }), ['replaced', 'created']],
        [() => writer.put(first, BY, { onlyIf: isSecond }), 'replaced'],
        [() => writer.remove(key, BY, { onlyIf: isFirst }), undefined],
      ] as const) {
        assert.deepEqual(await valueOf<unknown, unknown>(call()), outcome);
      }
    };
    await check.events(store, write, [
      scheduledEvent(first, null, BY),
      scheduledEvent(second, first, BY),
      scheduledEvent({ ...second, id: 2 }, null, BY),
      scheduledEvent(first, second, BY),
      withdrawnEvent(first, BY),
    ]);
    const titles = new Set(asked.map((stored) => stored?.title));
    assert.deepEqual(titles, new Set(['First', undefined]));
    assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [2]);
  },
  'returns PreconditionFailed, and changes nothing, if it fails for any': async ({ store }) => {
    const { writer } = store;
    await record(store, first);
    const batch = [{ ...second, id: 2 }, { ...second, id: 3 }, second];
    const calls = [
      ...[no, isNothing].map((onlyIf) => () => writer.put(second, BY, { onlyIf })),
      ...[no, isFirst].map((onlyIf) => () => writer.put({ ...second, id: 2 }, BY, { onlyIf })),
      // Also for a put that would change nothing.
      () => writer.put(first, BY, { onlyIf: no }),
      ...[no, isNothing, isFirst].map((onlyIf) => () => writer.putAll(batch, BY, { onlyIf })),
      ...[no, isNothing].map((onlyIf) => () => writer.remove(key, BY, { onlyIf })),
    ];
    await check.refused(store, calls, (call) => [call(), { type: 'PreconditionFailed' }]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('b')), []);
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
      await errorOf(writer.putAll([second], BY, refusing));
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
  'throws what the precondition throws, and changes nothing': async ({ store }) => {
    await record(store, first);
    const bug = new Error('a bug');
    const onlyIf = (): boolean => {
      throw bug;
    };
    const { writer } = store;
    await check.nothingChanges(store, async () => {
      await assert.rejects(async () => writer.put(second, BY, { onlyIf }), bug);
      await assert.rejects(async () => writer.putAll([second], BY, { onlyIf }), bug);
      await assert.rejects(async () => writer.remove(key, BY, { onlyIf }), bug);
    });
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
  ...casesOf(
    WRITES,
    (name) => `lets one of many concurrent ${name} change the version that they require`,
    (writes) =>
      async ({ store }) => {
        for (const [stored, onlyIf] of [
          [undefined, isNothing],
          [first, isFirst],
        ] as const) {
          if (stored !== undefined) await record(store, stored);
          const [event, ...others] = await eventsDuring(store, async () => {
            const calls = versions.flatMap((version) =>
              writes.map((write) => write(store.writer, version, onlyIf)),
            );
            const results = await Promise.all(calls);
            assert.equal(results.filter((result) => result.isOk()).length, 1);
            for (const result of results) {
              if (result.isErr()) assert.match(result.error.type, REFUSED);
            }
          });
          assert.deepEqual([event?.preData, others], [stored ?? null, []]);
          const standing = changeRequestsIn(await stateOf(store));
          assert.deepEqual(standing, event?.data === null ? [] : [event?.data]);
          if (standing.length > 0) await valueOf(store.writer.remove(key, BY));
        }
      },
  ),
});
