import { setImmediate } from 'node:timers/promises';
import type { Store } from '@forewarn/core';
import { ok } from 'neverthrow';
import { describe, it } from 'vitest';
import { ask, strategyPath } from './ask.ts';
import { inPostgres, inSqlite, openAt, type TestLocation } from './open-stores.ts';
import { type RunningService, startService } from './running-service.ts';
import { definition } from './sample-data.ts';

const KEY = 'the key of the kill test';
const NAMES = Array.from({ length: 1_000 }, (_, index) => `strategy-${index}`);
const CONNECTIONS = 16;
const KILLED_AFTER = 300;

async function* definitions() {
  for (const name of NAMES) {
    yield ok({ kind: 'strategy', definition: definition(name) } as const);
  }
}

/** Deletes the names over several connections and kills the service in the middle. Returns the deleted names. */
async function deleteAndKill(service: RunningService): Promise<readonly string[]> {
  const deleted: string[] = [];
  const waiting = [...NAMES];
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { status } = await ask(service, {
        method: 'DELETE',
        path: strategyPath(name),
        key: KEY,
      });
      if (status === 200) deleted.push(name);
    }
  };
  const workers = Promise.allSettled(Array.from({ length: CONNECTIONS }, work));
  while (deleted.length < KILLED_AFTER) await setImmediate();
  await service.end('SIGKILL');
  await workers;
  return deleted;
}

async function namesIn(store: Store): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const entry of store.transfer.export()) {
    const each = entry._unsafeUnwrap();
    if (each.kind === 'strategy') names.add(each.definition.name);
  }
  return names;
}

describe.concurrent('kill -9 during 1,000 deletes', () => {
  it.for([
    ['SQLite', inSqlite],
    ['Postgres', inPostgres],
  ] as const)(
    'on %s, loses no confirmed delete and leaves none half done',
    async ([, make], { expect, onTestFinished }) => {
      const location: TestLocation = await make();
      const store = await openAt(location);
      onTestFinished(async () => {
        await store.close();
        await location.remove();
      });
      (await store.transfer.import(definitions()))._unsafeUnwrap();
      const service = await startService({
        DATABASE_URL: location.url,
        INIT_ADMIN_API_TOKENS: KEY,
        LOG_LEVEL: 'info',
      });

      const deleted = await deleteAndKill(service);

      const there = await namesIn(store);
      const { events } = (await store.events.list({ limit: 2 * NAMES.length }))._unsafeUnwrap();
      const recorded = events.map(({ preData }) => preData);
      expect(deleted.length).toBeGreaterThanOrEqual(KILLED_AFTER);
      expect(there.size).toBeGreaterThan(NAMES.length / 4);
      expect(deleted.filter((name) => there.has(name))).toEqual([]);
      // Each deleted definition has one event with the whole of it; no other event exists.
      const gone = NAMES.filter((name) => !there.has(name));
      expect(recorded).toHaveLength(gone.length);
      expect(recorded).toEqual(expect.arrayContaining(gone.map(definition)));
    },
  );
});
