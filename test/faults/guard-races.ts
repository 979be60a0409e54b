import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratePostgres } from '@forewarn/store-postgres';
import { startPostgres } from '../../tools/postgres-server.ts';
import { raceGuard } from './guard-race.ts';
import type { StorePlace } from './guard-race-node.ts';
import { notLeftBehind } from './left-behind.ts';
import type { Outcome } from './round.ts';

/** A race on one kind of store. */
interface GuardRace {
  readonly name: string;
  readonly run: (rounds: number) => Promise<Outcome>;
}

/** Guarded deletes that race new uses of what they delete. No fault is needed. */
export const GUARD_RACES: readonly GuardRace[] = [
  {
    name: 'guarded delete',
    run: async (rounds) => {
      const server = await startPostgres();
      (await migratePostgres({ connectionString: server.url }))._unsafeUnwrap();
      const outcome = await race({ kind: 'Postgres', url: server.url }, rounds);
      await server.stop();
      return outcome;
    },
  },
  {
    name: 'guarded delete, SQLite',
    run: async (rounds) => {
      const folder = mkdtempSync(join(tmpdir(), 'forewarn-race-'));
      const remove = notLeftBehind(() => rmSync(folder, { recursive: true, force: true }));
      const outcome = await race({ kind: 'SQLite', path: join(folder, 'forewarn.db') }, rounds);
      remove();
      return outcome;
    },
  },
];

async function race(place: StorePlace, rounds: number): Promise<Outcome> {
  const { deleteFirst, recordFirst, wrong } = await raceGuard(place, rounds);
  console.log(
    `guarded delete, ${place.kind}: ${deleteFirst} before the use, ${recordFirst} refused`,
  );
  for (const words of wrong) console.error(`guarded delete, ${place.kind}: ${words}`);
  return {
    rounds,
    requests: 2 * rounds,
    acknowledged: rounds + deleteFirst,
    refused: recordFirst,
    lost: [],
    wrong,
    slowestMs: 0,
    recoveredMs: 0,
  };
}
