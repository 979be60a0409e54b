// node --conditions=@forewarn/source bench/files-passed.ts [--list] [ANOTHER CHECKOUT]
//
// Prints through how many source files of packages/ one warm request passes, on SQLite and on Postgres: the files of which
// the main thread of `forewarn serve` runs at least one function, by V8's precise coverage.
import { sqlCleanup } from '@forewarn/cleanup/sql';
import { sqlForecast } from '@forewarn/forecast/sql';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { sqlNotify } from '@forewarn/notify/sql';
import { sqlOperate } from '@forewarn/operate/sql';
import { sqlUnleash } from '@forewarn/unleash/sql';
import { migratePostgres } from '@forewarn/store-postgres';
import { fakeChangeRequest, startFakeUnleash } from '../packages/unleash/test/fake-unleash.ts';
import { notLeftBehind, temporaryFolder } from '../test/faults/left-behind.ts';
import { startPostgres } from '../tools/postgres-server.ts';

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const checkout = resolve(positionals[0] ?? '.');
const KEY = 'the key of the benchmark';
/** Requests before the counted one, so that caches are filled and statements prepared. */
const WARM_REQUESTS = 5;
// V8 writes what ran since the last report.
const REPORT_ON_SIGNAL = `data:text/javascript,${encodeURIComponent(
  "import v8 from 'node:v8'; process.on('SIGUSR2', () => { v8.takeCoverage(); process.stderr.write('reported\\n'); });",
)}`;

interface Service {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<void>;
  /** Returns the files that have run since the last call. */
  readonly files: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

async function start(env: Readonly<Record<string, string>>): Promise<Service> {
  const { folder, remove } = temporaryFolder();
  const reports = join(folder, 'reports');
  const child = spawn(
    process.execPath,
    [`--import=${REPORT_ON_SIGNAL}`, 'packages/service/bin/forewarn.js', 'serve'],
    {
      cwd: checkout,
      env: {
        DATABASE_URL: `sqlite:${join(folder, 'forewarn.db')}`,
        INIT_ADMIN_API_TOKENS: KEY,
        PORT: '0',
        NODE_OPTIONS: '--conditions=@forewarn/source',
        NODE_V8_COVERAGE: reports,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const kill = notLeftBehind(() => child.kill('SIGKILL'));
  let url: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    ({ url } = JSON.parse(line) as { readonly url?: string });
    if (url !== undefined) break;
  }
  child.stdout.resume();
  const reported = createInterface(child.stderr);
  return {
    ask: async (method, path, body) => {
      const response = await fetch(`${url}/api/admin${path}`, {
        method,
        headers: { Authorization: KEY, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    },
    files: async () => {
      const isWritten = once(reported, 'line');
      child.kill('SIGUSR2');
      await isWritten;
      return filesIn(reports);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      kill();
      remove();
    },
  };
}

/** Reads the newest report and removes all. */
function filesIn(reports: string): readonly string[] {
  const names = readdirSync(reports);
  const newest = names.toSorted((one, other) => orderOf(one) - orderOf(other)).at(-1) ?? '';
  const { result } = JSON.parse(readFileSync(join(reports, newest), 'utf8')) as {
    readonly result: readonly {
      readonly url: string;
      readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
    }[];
  };
  for (const name of names) rmSync(join(reports, name));
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => /packages\/[^/]+\/src\/.*$/.exec(url)?.[0])
    .filter((file) => file !== undefined)
    .toSorted();
}

const orderOf = (name: string): number => Number(/-(\d+)-\d+\.json$/.exec(name)?.[1]);

async function measure(name: string, service: Service, send: (run: number) => Promise<void>) {
  for (let run = 0; run < WARM_REQUESTS; run++) await send(run);
  await service.files();
  await send(WARM_REQUESTS);
  const files = await service.files();
  console.log(`${name.padEnd(28)} ${files.length}`);
  if (values.list) console.log(files.join('\n'));
}

async function measureStore(store: string, env: Readonly<Record<string, string>>): Promise<void> {
  const service = await start(env);
  const { ask } = service;
  await ask('POST', '/projects', { id: 'shop', name: 'Shop' });
  await ask('PUT', '/projects/shop/change-requests/scheduled/1', fakeChangeRequest(1));
  for (let run = 0; run <= 2 * WARM_REQUESTS + 1; run++) {
    await ask('POST', '/strategies', { name: `unused-${run}`, parameters: [] });
  }
  const search = '/projects/shop/change-requests/scheduled?feature=checkout';
  await measure(`search, ${store}`, service, () => ask('GET', search));
  await measure(`delete, ${store}`, service, (run) => ask('DELETE', `/strategies/unused-${run}`));
  await measure(`guarded delete, ${store}`, service, (run) =>
    ask('DELETE', `/strategies/unused-${run + WARM_REQUESTS + 1}?guard=refuse`),
  );
  await measure(`impact, ${store}`, service, () =>
    ask('POST', '/projects/shop/impact', { targets: [{ feature: 'checkout' }] }),
  );
  await service.stop();
}

await measureStore('SQLite', {});
const postgres = await startPostgres({ ...process.env, TEST_DATABASE_URL: undefined });
(
  await migratePostgres({
    connectionString: postgres.url,
    capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash],
  })
)._unsafeUnwrap();
await measureStore('Postgres', { DATABASE_URL: postgres.url });
await postgres.stop();
const unleash = await startFakeUnleash({ changeRequests: [fakeChangeRequest(1)] });
const following = await start({ UNLEASH_URL: unleash.url, UNLEASH_API_KEY: unleash.key });
await measure('sync of a project, SQLite', following, () => following.ask('POST', '/sync/shop'));
await following.stop();
await unleash.close();
