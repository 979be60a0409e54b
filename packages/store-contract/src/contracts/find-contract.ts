import assert from 'node:assert/strict';
import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import {
  changeRequest,
  enabling,
  PROJECT,
  stubbornChangeRequest,
} from '../samples/change-request.ts';
import { scheduledEntries } from '../samples/entries.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { assertRefused } from '../suite/state-of.ts';
import { BY, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { assertFails, valueOf } from '../suite/value-of.ts';

const first = changeRequest({ title: 'First', features: enabling('a') });
const key = { projectId: PROJECT, id: 1 } as const;

const find = (store: Store, projectId: string, id = 1): Promise<ScheduledChangeRequest> =>
  valueOf(store.reader.find({ projectId, id }));

/** `find`. */
export const findContract: Contract = projectContractOf('ScheduledChangeRequestReader.find', {
  'returns the recorded JSON text, whatever its content': async ({ store }) => {
    await record(store, stubbornChangeRequest);
    assert.equal(
      JSON.stringify(await find(store, PROJECT, stubbornChangeRequest.id)),
      JSON.stringify(stubbornChangeRequest),
    );
  },
  'returns the last put, and ChangeRequestNotFound after a removal': async ({ store }) => {
    for (const version of [first, { ...first, title: 'Second' }, changeRequest()]) {
      await record(store, version);
      assert.deepEqual(await find(store, PROJECT), version);
    }
    await valueOf(store.writer.remove(key, BY));
    await assertFails(store.reader.find(key), { type: 'ChangeRequestNotFound', ...key });
  },
  'returns ChangeRequestNotFound for an unknown id and for an unregistered project': async ({
    store,
  }) => {
    await registerProjects(store, 'empty');
    await record(store, { ...first, id: 10 });
    const keys = [
      ...[1, 0, 100, -10, Number.MAX_SAFE_INTEGER].map((id) => ({ projectId: PROJECT, id })),
      ...['empty', 'SHOP', 'shop ', '%', 'sho_', ...INHERITED_NAMES].map((projectId) => {
        return { projectId, id: 10 };
      }),
    ];
    await assertRefused(store, keys, (missing) => [
      store.reader.find(missing),
      { type: 'ChangeRequestNotFound', ...missing },
    ]);
  },
  'distinguishes the same id in projects with similar names': async ({ store }) => {
    const inEach = LOOK_ALIKE_NAMES.map((project) => changeRequest({ project }));
    await importAll(store, scheduledEntries(inEach));
    const found = await Promise.all(LOOK_ALIKE_NAMES.map((projectId) => find(store, projectId)));
    assert.deepEqual(found, inEach);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await record(store, structuredClone(first));
    overwriteDeeply(await find(store, PROJECT));
    assert.deepEqual(await find(store, PROJECT), first);
    assert.equal(await record(store, first), 'unchanged');
  },
});
