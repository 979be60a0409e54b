import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** The secret of a key with read permission only. */
export const READER = 'the key of a reader';

/** A measured server. */
export interface ServerProcess {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** The store behind the server. */
  readonly store: Store;
  /** Returns the user and system time of the process, in milliseconds; not a number without /proc. */
  cpuMs(): number;
  stop(): Promise<void>;
}

const file = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Starts the published build of `forewarn serve` over a store, with these settings and the heap that users have. */
export const startForewarn = (
  opened: BenchStore,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> =>
  start(opened.name, opened, [file('packages/service/bin/forewarn.js'), 'serve'], settings);

/** Starts the smallest equivalent program over Postgres. */
export const startFloor = (opened: BenchStore): Promise<ServerProcess> =>
  start('floor', opened, [file('bench/floor/floor-server.ts')]);

/** Starts what a user of Koa, its router and `pg` would write by hand. */
export const startByHand = (opened: BenchStore): Promise<ServerProcess> =>
  start('Koa by hand', opened, [file('bench/floor/koa-server.ts')]);

/** Starts what a user of Fastify and `pg` would write. */
export const startFastify = (opened: BenchStore): Promise<ServerProcess> =>
  start('Fastify by hand', opened, [file('bench/floor/fastify-server.ts')]);

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
    cpuMs: () => cpuMsOf(child),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      remove();
    },
  };
}

const TICK_MS = 10;

function cpuMsOf({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN;
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: fields 14 and 15; the name before them can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
