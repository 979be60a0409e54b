import assert from 'node:assert/strict';
import type { Precondition, ScheduledChangeRequest, Store } from '@forewarn/core';
import { answerOf, assertOneSucceeds, errorOf } from '../answer-of.ts';
import type { Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { scribbleOver } from '../scribble-over.ts';
import { assertSameState, changeRequestsIn, stateOf } from '../state-of.ts';
import { BY, record, registerProjects, searchIds } from '../store-calls.ts';

type There = ScheduledChangeRequest | undefined;

const first = changeRequest({ title: 'First', features: enabling('a') });
const second = changeRequest({ title: 'Second', features: enabling('b') });
const key = { projectId: PROJECT, id: 1 } as const;

const FAILED = { type: 'PreconditionFailed' } as const;
const yes: Precondition = () => true;
const no: Precondition = () => false;
const isFirst: Precondition = (there) => there?.title === 'First';
const isNothing: Precondition = (there) => there === undefined;

/** A hundred versions, each to be recorded by another. */
const versions = Array.from({ length: 100 }, (_, index) =>
  changeRequest({ title: `version ${index}`, features: enabling('all', `f${index}`) }),
);

/** A precondition that remembers what it was asked of. */
function remembering(answer: boolean): { readonly onlyIf: Precondition; readonly asked: There[] } {
  const asked: There[] = [];
  const onlyIf: Precondition = (there) => {
    asked.push(there);
    return answer;
  };
  return { onlyIf, asked };
}

/** A store may ask more than once, but of nothing else, and not of nothing at all. */
async function assertAskedOf(
  expected: There,
  act: (onlyIf: Precondition) => Promise<unknown>,
): Promise<void> {
  const { onlyIf, asked } = remembering(true);
  await act(onlyIf);
  assert.ok(asked.length > 0, 'the precondition is asked');
  for (const there of asked) assert.deepEqual(there, expected);
}

async function assertNothingChanges(store: Store, act: () => Promise<unknown>): Promise<void> {
  const before = await stateOf(store);
  assert.deepEqual(await eventsDuring(store, act), []);
  assertSameState(await stateOf(store), before);
  assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1]);
  assert.deepEqual(await searchIds(store, PROJECT, feature('b')), []);
}

/** Of a hundred recordings with one precondition one takes effect, with its event. */
async function assertOneOfAHundredRecords(
  store: Store,
  onlyIf: Precondition,
  preData: ScheduledChangeRequest | null,
): Promise<void> {
  const [event, ...others] = await eventsDuring(store, () =>
    assertOneSucceeds(
      versions.map((version) => store.writer.put(version, BY, { onlyIf })),
      FAILED,
    ),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(event?.preData, preData);
  assert.deepEqual(changeRequestsIn(await stateOf(store)), [event?.data]);
}

/** What conditional writes do. */
export const preconditionContract: Contract = {
  port: 'ScheduledChangeRequestWriter, with a precondition',
  cases: [
    {
      name: 'records when it says yes, and returns what it did',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const events = await eventsDuring(store, async () => {
          const answers = [];
          for (const [version, onlyIf] of [
            [first, isNothing],
            [first, isFirst],
            [second, isFirst],
          ] as const) {
            answers.push(await answerOf(store.writer.put(version, BY, { onlyIf })));
          }
          assert.deepEqual(answers, ['created', 'unchanged', 'replaced']);
        });
        assert.deepEqual(
          events.map(({ preData, data }) => [preData, data]),
          [
            [null, first],
            [first, second],
          ],
        );
        assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [1]);
      },
    },
    {
      name: 'returns PreconditionFailed to a recording, and changes nothing, when it says no',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        await assertNothingChanges(store, async () => {
          const added = { ...second, id: 2 };
          for (const [version, onlyIf] of [
            [second, no],
            [second, isNothing],
            [added, no],
            [added, isFirst],
            // Also when there would be nothing to change.
            [first, no],
          ] as const) {
            assert.deepEqual(await errorOf(store.writer.put(version, BY, { onlyIf })), FAILED);
          }
        });
      },
    },
    {
      name: 'is asked about each of a batch, which is stored when it accepts all',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        const { onlyIf, asked } = remembering(true);
        const batch = [second, { ...second, id: 2 }];
        const outcomes = await answerOf(store.writer.putAll(batch, BY, { onlyIf }));
        assert.deepEqual(outcomes, ['replaced', 'created']);
        assert.deepEqual(
          new Set(asked.map((stored) => stored?.title)),
          new Set(['First', undefined]),
        );
        assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [1, 2]);
      },
    },
    {
      name: 'makes a batch fail, and change nothing, when it rejects any of it',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        await assertNothingChanges(store, async () => {
          const batch = [{ ...second, id: 2 }, { ...second, id: 3 }, second];
          for (const onlyIf of [no, isNothing, isFirst]) {
            assert.deepEqual(await errorOf(store.writer.putAll(batch, BY, { onlyIf })), FAILED);
          }
        });
      },
    },
    {
      name: 'lets one of many batches replace what all of them require',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        const [event, ...others] = await eventsDuring(store, () =>
          assertOneSucceeds(
            versions
              .slice(0, 20)
              .map((version) => store.writer.putAll([version], BY, { onlyIf: isFirst })),
            FAILED,
          ),
        );
        assert.deepEqual(others, []);
        assert.deepEqual(event?.preData, first);
      },
    },
    {
      name: 'withdraws when it says yes',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        const events = await eventsDuring(store, () =>
          answerOf(store.writer.remove(key, BY, { onlyIf: isFirst })),
        );
        assert.deepEqual(
          events.map(({ preData, data }) => [preData, data]),
          [[first, null]],
        );
        assert.deepEqual(await searchIds(store, PROJECT, feature('a')), []);
      },
    },
    {
      name: 'returns PreconditionFailed to a withdrawal, and changes nothing, when it says no',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        await assertNothingChanges(store, async () => {
          for (const onlyIf of [no, isNothing]) {
            assert.deepEqual(await errorOf(store.writer.remove(key, BY, { onlyIf })), FAILED);
          }
        });
      },
    },
    {
      name: 'is asked of what is there, whole, and of undefined when nothing is',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT, 'other');
        const recordIf = (version: ScheduledChangeRequest) => (onlyIf: Precondition) =>
          answerOf(store.writer.put(version, BY, { onlyIf }));

        await record(store, { ...second, id: 2 });
        await record(store, { ...second, project: 'other' });
        await assertAskedOf(undefined, recordIf(first));
        await assertAskedOf(first, recordIf(second));
        await assertAskedOf(second, recordIf(second));
        await assertAskedOf(second, (onlyIf) => answerOf(store.writer.remove(key, BY, { onlyIf })));
        await assertAskedOf(undefined, recordIf(first));
      },
    },
    {
      name: 'is asked of what is its own: mutating it later changes nothing in the store',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, structuredClone(first));
        const refusing = remembering(false);
        const allowing = remembering(true);
        const { writer } = store;
        const events = await eventsDuring(store, async () => {
          await errorOf(writer.put(second, BY, refusing));
          await errorOf(writer.remove(key, BY, refusing));
          scribbleOver(refusing.asked);
          assert.equal(await record(store, first), 'unchanged');
          await answerOf(writer.put(second, BY, allowing));
          scribbleOver(allowing.asked);
          await answerOf(writer.remove(key, BY, allowing));
          scribbleOver(allowing.asked);
        });
        assert.deepEqual(
          events.map(({ preData, data }) => [preData, data]),
          [
            [first, second],
            [second, null],
          ],
        );
      },
    },
    {
      name: 'changes nothing about ProjectNotFound and ChangeRequestNotFound, whatever it would say',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const events = await eventsDuring(store, async () => {
          for (const onlyIf of [yes, no]) {
            const homeless = { ...first, project: 'none' };
            assert.deepEqual(await errorOf(store.writer.put(homeless, BY, { onlyIf })), {
              type: 'ProjectNotFound',
              projectId: 'none',
            });
            for (const projectId of [PROJECT, 'none']) {
              assert.deepEqual(
                await errorOf(store.writer.remove({ projectId, id: 1 }, BY, { onlyIf })),
                { type: 'ChangeRequestNotFound', projectId, id: 1 },
              );
            }
          }
        });
        assert.deepEqual(events, []);
      },
    },
    {
      name: 'lets one of a hundred puts replace what all of them require',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        await assertOneOfAHundredRecords(store, isFirst, first);
      },
    },
    {
      name: 'lets one of a hundred puts create what all of them require to be absent',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await assertOneOfAHundredRecords(store, isNothing, null);
      },
    },
    {
      name: 'lets one of many puts and removals change what all of them require',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
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
  ],
};
