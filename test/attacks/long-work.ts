import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { KEY } from '../faults/ask-node.ts';
import { notLeftBehind } from '../faults/left-behind.ts';
import { changeRequest } from '../faults/population.ts';
import { type Attack, onBoth } from './attack.ts';

const COMMAND = fileURLToPath(new URL('../../packages/service/bin/forewarn.js', import.meta.url));
const EVERY_MS = 100;
const TARGETS = 10;
const MAX_ATTEMPTS = 60;
const LARGE = 'large';
const PIPED = 'piped';

function* touchingTen(count: number): Generator<ScheduledChangeRequest> {
  for (let id = 1; id <= count; id++) {
    const features = Array.from({ length: TARGETS }, (_, index) => ({
      name: `feature-${(id + index) % 1_000}`,
      changes: [{ action: 'archiveFeature' }],
    }));
    yield { ...changeRequest(LARGE, id, ''), features };
  }
}

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
      const child = spawn(process.execPath, [COMMAND, 'import', '-'], {
        env: { DATABASE_URL: databaseUrl },
        stdio: ['pipe', 'ignore', 'pipe'],
      });
      const remove = notLeftBehind(() => child.kill('SIGKILL'));
      const said = text(child.stderr);
      const ended = once(child, 'exit');
      child.stdin.on('error', () => {});
      for (let id = 1; id <= lastsMs / EVERY_MS; id++) {
        const item = JSON.stringify(changeRequest(PIPED, id, 'piped'));
        child.stdin.write(`${id === 1 ? '[' : ','}${item}`);
        await delay(EVERY_MS);
      }
      child.stdin.end(']');
      const [code] = (await ended) as [number | null];
      remove();
      if (code !== 0) attacker.problem(`the import ended with ${code}: ${await said}`);
    },
  },
];
