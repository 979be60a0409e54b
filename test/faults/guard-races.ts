import { join } from 'node:path';
import { migratePostgres } from '@forewarn/store-postgres';
import { startPostgres } from '../../tools/postgres-server.ts';
import { raceGuard } from './guard-race.ts';
import type { StorePlace } from './guard-race-node.ts';
import { temporaryFolder } from './left-behind.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds } from './round.ts';

/** Guarded deletes that race new uses of what they delete. No fault is needed. */
export const GUARD_RACES: readonly OwnRounds[] = [
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
      const { folder, remove } = temporaryFolder();
      const outcome = await race({ kind: 'SQLite', path: join(folder, 'forewarn.db') }, rounds);
      remove();
      return outcome;
    },
  },
];

async function race(place: StorePlace, rounds: number): Promise<Outcome> {
  const { deleteFirst, recordFirst: refused, wrong } = await raceGuard(place, rounds);
  console.log(`guarded delete, ${place.kind}: ${deleteFirst} before the use, ${refused} refused`);
  for (const words of wrong) console.error(`guarded delete, ${place.kind}: ${words}`);
  const acknowledged = rounds + deleteFirst;
  return { ...NO_OUTCOME, rounds, requests: 2 * rounds, acknowledged, refused, wrong };
}
