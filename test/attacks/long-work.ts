import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { KEY } from '../faults/ask-node.ts';
import { changeRequest, touching } from '../faults/population.ts';
import { spawnCommand } from '../faults/spawn-command.ts';
import { type Attack, onBoth } from './attack.ts';

const EVERY_MS = 100;
const TARGETS = 10;
const MAX_ATTEMPTS = 60;
const LARGE = 'large';
const PIPED = 'piped';

const touchingTen = (count: number): Generator<ScheduledChangeRequest> =>
  touching(LARGE, 1, count, (id) =>
    Array.from({ length: TARGETS }, (_, index) => `feature-${(id + index) % 1_000}`),
  );

const deletion: Attack = {
  name: 'deletion of a large project',
  others: { write: true, ready: true },
  prepare: (target, size) => target.fill(touchingTen(size.pick(1_000, 200_000))),
  run: async (attacker) => {
    const path = `/api/admin/projects/${LARGE}`;
    const status = await attacker.send({ method: 'DELETE', path, key: KEY });
    if (status !== 200) attacker.problem(`the project can't be deleted: ${status}`);
    // Its rows may be removed after the response, which a new project of this id waits for.
    const body = { id: LARGE, name: LARGE };
    const registered = { method: 'POST', path: '/api/admin/projects', key: KEY, body };
    let again = 503;
    for (let attempts = 0; again === 503 && attempts < MAX_ATTEMPTS; attempts += 1) {
      again = await attacker.send(registered);
    }
    if (again !== 201) attacker.problem(`the project can't be registered again: ${again}`);
  },
};

/** Work that takes long, and must not delay other calls meanwhile. */
export const LONG_WORK: readonly Attack[] = [
  ...onBoth(() => [deletion]),
  {
    name: 'import from a slow pipe',
    others: { write: true, ready: true },
    run: async (attacker, { databaseUrl }, { lastsMs }) => {
      const child = spawnCommand(['import', '-'], { DATABASE_URL: databaseUrl });
      const said = text(child.stderr);
      const ended = once(child, 'exit');
      for (let id = 1; id <= lastsMs / EVERY_MS; id++) {
        const item = JSON.stringify(changeRequest(PIPED, id, 'piped'));
        child.stdin.write(`${id === 1 ? '[' : ','}${item}`);
        await delay(EVERY_MS);
      }
      child.stdin.end(']');
      const [code] = (await ended) as [number | null];
      if (code !== 0) attacker.problem(`the import ended with ${code}: ${await said}`);
    },
  },
];
