import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, onTestFinished, test } from 'vitest';
import { openNode } from '../../../../test/faults/open-node.ts';
import { inPostgres, inSqlite } from './open-stores.ts';
import { type RunningService, startService } from './running-service.ts';
import { changeRequest } from './sample-data.ts';

const KEY = 'key-of-the-tests';
const COUNT = 400;
const HOUR_MS = 3_600_000;
const begin = Date.now() + 24 * HOUR_MS;
const at = (hours: number) => {
  const scheduledAt = new Date(begin + hours * HOUR_MS).toISOString();
  return { schedule: { status: 'pending', scheduledAt } as const };
};

/** None of them concerns another one. */
const unrelated = (id: number): ScheduledChangeRequest =>
  changeRequest(
    id,
    { [`f-${id}`]: [{ action: 'updateEnabled', payload: { enabled: true } }] },
    at(id),
  );

/** The first 25 are withdrawn, and what would suspend others is added. */
const EDITS = Array.from({ length: 25 }, (_each, index) => {
  const archive = { [`f-${100 + index}`]: [{ action: 'archiveFeature' }] };
  const { id: _id, ...put } = changeRequest(0, archive, at(0));
  return [{ withdraw: index + 1 }, { put }];
}).flat();

/** Everything that the store exports, and all its events. */
async function stateOf(databaseUrl: string): Promise<readonly unknown[]> {
  const store = await openNode(databaseUrl);
  try {
    const state: unknown[] = [];
    for await (const entry of store.transfer.export()) state.push(entry._unsafeUnwrap());
    const { events } = (await store.events.list({ limit: 10_000 }))._unsafeUnwrap();
    return [...state, ...events];
  } finally {
    await store.close();
  }
}

async function fill(databaseUrl: string): Promise<void> {
  const store = await openNode(databaseUrl);
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'test'))._unsafeUnwrap();
  const all = Array.from({ length: COUNT }, (_each, index) => unrelated(index + 1));
  (await store.writer.putAll(all, 'test'))._unsafeUnwrap();
  await store.close();
}

/** The status of a preview; undefined if its response is cut off. */
async function preview(
  { url }: RunningService,
  edits: readonly object[],
  signal?: AbortSignal,
): Promise<number | undefined> {
  try {
    const response = await fetch(
      `${url}/api/admin/projects/shop/change-requests/scheduled/preview`,
      {
        method: 'POST',
        headers: { Authorization: KEY, 'Content-Type': 'application/json' },
        body: JSON.stringify({ edits }),
        ...(signal === undefined ? {} : { signal }),
      },
    );
    await response.text();
    return response.status;
  } catch {
    return undefined;
  }
}

test.for([
  ['SQLite', inSqlite],
  ['Postgres', inPostgres],
] as const)(
  'a preview leaves nothing in %s after an error, an abort and a kill',
  async ([, make]) => {
    const location = await make();
    const { url: DATABASE_URL } = location;
    onTestFinished(() => location.remove());
    await fill(DATABASE_URL);
    const service = await startService({ DATABASE_URL, INIT_ADMIN_API_TOKENS: KEY });
    onTestFinished(async () => void (await service.end('SIGKILL')));
    const before = await stateOf(DATABASE_URL);

    expect(await preview(service, EDITS)).toBe(200);
    expect(await preview(service, [...EDITS.slice(0, 40), { withdraw: COUNT + 1 }])).toBe(404);
    for (const ms of [1, 3, 5, 10, 20]) await preview(service, EDITS, AbortSignal.timeout(ms));
    expect(await stateOf(DATABASE_URL)).toStrictEqual(before);

    // One after the other until the process is gone, several at once: one is under way then.
    let previewed = 0;
    const untilKilled = async (): Promise<void> => {
      while ((await preview(service, EDITS)) === 200) previewed += 1;
    };
    const running = Array.from({ length: 4 }, untilKilled);
    await expect.poll(() => previewed).toBeGreaterThan(4);
    await service.end('SIGKILL');
    await Promise.all(running);
    expect(await stateOf(DATABASE_URL)).toStrictEqual(before);
  },
);
