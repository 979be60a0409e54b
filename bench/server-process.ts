import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Store } from '@forewarn/store';
import { notLeftBehind } from '../test/faults/left-behind.ts';
import { listeningUrl } from '../tools/listening-url.ts';
import type { BenchStore } from './stores.ts';

/** The admin key of every measured server. */
export const KEY = 'the key of the benchmark';

/** A measured server. */
export interface ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** The store behind the server. */
  readonly store: Store;
  stop(): Promise<void>;
}

const file = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Starts the published build of `forewarn serve` over a store, with these settings and the heap that users have. */
export const startForewarn = (
  opened: BenchStore,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> =>
  start(opened.name, opened, [file('packages/service/bin/forewarn.js'), 'serve'], settings);

/** Starts what a user of Koa, its router and `pg` would write by hand. */
export const startByHand = (opened: BenchStore): Promise<ServerProcess> =>
  start('Koa by hand', opened, [file('bench/koa-server.ts')]);

/** Starts what a user of Fastify and `pg` would write. */
export const startFastify = (opened: BenchStore): Promise<ServerProcess> =>
  start('Fastify by hand', opened, [file('bench/fastify-server.ts')]);

// The installed command has one, too.
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');

async function start(
  name: string,
  { url, store }: BenchStore,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: {
      DATABASE_URL: url,
      INIT_ADMIN_API_TOKENS: KEY,
      PORT: '0',
      NODE_COMPILE_CACHE,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const remove = notLeftBehind(() => child.kill('SIGKILL'));
  return {
    name,
    store,
    url: await listeningUrl(child.stdout),
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      remove();
    },
  };
}
