import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { KEY } from '../faults/ask-node.ts';
import { definition } from '../faults/population.ts';
import type { Attack } from './attack.ts';

const NOTICED_WITHIN_MS = 2_000;
const WRITES = 20;

/** Takes the database file away; from two seconds later on, the service must acknowledge no write. */
const lost = (name: string, take: (path: string) => void): Attack => ({
  name,
  isOutage: true,
  run: async (attacker, { world }) => {
    if (world.kind !== 'SQLite') throw new Error('only SQLite has a file');
    take(world.path);
    await delay(NOTICED_WITHIN_MS);
    let acknowledged = 0;
    for (let write = 0; write < WRITES; write++) {
      const body = definition(`lost-${write}`, 'lost');
      const sent = { method: 'POST', path: '/api/admin/strategies', key: KEY, body };
      if ((await attacker.send(sent)) === 201) acknowledged += 1;
    }
    if (acknowledged > 0) attacker.problem(`acknowledged ${acknowledged} writes that are lost`);
    const ready = await attacker.send({ method: 'GET', path: '/ready' });
    if (ready !== 503) attacker.problem(`/ready is ${ready} without the file`);
  },
});

/** The database file vanishes under the service. */
export const LOST_FILES: readonly Attack[] = [
  lost('deleted database file', (path) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  }),
  lost('replaced database file', (path) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  }),
];
