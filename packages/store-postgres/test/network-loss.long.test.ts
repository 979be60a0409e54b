import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { memoryFolder } from '../../../tools/memory-folder.ts';
import { packagedPostgres } from '../../../tools/packaged-postgres.ts';
import { initDatabase, serverUser, usableBinaries } from '../../../tools/postgres-binaries.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';
import { outcomeOf, registerShop } from './open-database.ts';

/** Root needs no user of its own to make a network, and Postgres refuses to run as one that is mapped to root. */
const UNSHARE = [
  ...(serverUser().uid === undefined ? ['--user', '--map-current-user', '--keep-caps'] : []),
  '--net',
];
const canMakeNetworks = spawnSync('unshare', [...UNSHARE, 'perl', '-e', '1']).status === 0;

/** The settings of each machine that the docs name for a lost network. */
const DOCUMENTED = [
  ...readFileSync(new URL('../../../docs/how-to/scale.md', import.meta.url), 'utf8').matchAll(
    /^ *((?:tcp_|idle_in_transaction_)\w*) = '?(\w+)'?/gm,
  ),
].map(([, name, value]) => `${name}=${value}`);

/** Less than the 6 s after which the documented settings release a lock. */
const DEADLINE_MS = 1_000;

/** Opens the store of a server one of whose clients can lock the projects and lose the network, on the client's side too. */
async function openBeforeLoss(settings: readonly string[]) {
  const user = serverUser();
  const folder = mkdtempSync(join(memoryFolder() ?? '/tmp', 'forewarn-loss-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const binaries = usableBinaries(await packagedPostgres(), folder, user);
  const data = join(folder, 'data');
  initDatabase(binaries, data, user, folder);
  const program = fileURLToPath(new URL('isolated-server.ts', import.meta.url));
  const isolated = spawn(
    'unshare',
    [...UNSHARE, execPath, program, binaries.postgres, folder, data, ...settings],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(async () => {
    const ended = once(isolated, 'exit');
    isolated.stdin.end();
    await ended;
  });
  await once(isolated.stdout, 'data');
  const pool = { host: folder, user: 'postgres', database: 'postgres' };
  (await migratePostgres({ pool }))._unsafeUnwrap();
  const store = (await openPostgresStore({ pool, deadlineMs: DEADLINE_MS }))._unsafeUnwrap();
  onTestFinished(() => store.close());
  await registerShop(store);
  return {
    lose: async () => {
      isolated.stdin.write('lose the network\n');
      await once(isolated.stdout, 'data');
    },
    remove: async () => outcomeOf(await store.projects.delete('shop', 'ann')),
  };
}

it('releases the locks of a lost client by the documented settings, and by them only', async () => {
  expect(canMakeNetworks, 'a user who may make a network with unshare').toBe(true);
  expect(DOCUMENTED.map((each) => each.replace(/=.*/, ''))).toEqual([
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_keepalives_count',
    'tcp_user_timeout',
    'idle_in_transaction_session_timeout',
  ]);
  const [documented, other] = await Promise.all([openBeforeLoss(DOCUMENTED), openBeforeLoss([])]);
  await other.lose();
  await documented.lose();
  expect(await documented.remove()).toBe('StoreUnavailable');
  await expect.poll(documented.remove).toBe('ok');
  expect(await other.remove()).toBe('StoreUnavailable');
});
