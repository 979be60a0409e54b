import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Fault } from './fault.ts';
import { notLeftBehind } from './left-behind.ts';
import { residentMemory } from './resident-memory.ts';
import type { World } from './world.ts';

const RIGHT: ReadonlySet<string> = new Set(['200', '404', '503']);
/** What a node may have resident under any load. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Twenty times as many clients as keep a node busy. It is survived alone: all others would lack the processor. */
export const OVERLOAD: Fault<World> = {
  name: 'too many clients',
  lastsMs: [1_000, 4_000],
  reads: 'either',
  writes: 'either',
  begin: async ({ nodes }) => {
    const file = fileURLToPath(new URL('flood.ts', import.meta.url));
    const args = ['--conditions=@forewarn/source', file, ...nodes.map(({ url }) => url)];
    const flood = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const remove = notLeftBehind(() => flood.kill('SIGKILL'));
    const lines = createInterface(flood.stdout)[Symbol.asyncIterator]();
    // A signal before it listens for one would end it without a count.
    await lines.next();
    return async () => {
      const ended = once(flood, 'exit');
      flood.kill('SIGTERM');
      const { value: said } = await lines.next();
      await ended;
      remove();
      const counts = JSON.parse(String(said)) as readonly Readonly<Record<string, unknown>>[];
      const wrong = counts.flatMap(Object.keys).filter((status) => !RIGHT.has(status));
      if (wrong.length > 0) throw new Error(`responded with ${wrong.join()} to too many clients`);
      for (const node of nodes) {
        const { bytes } = residentMemory(node.pid());
        if (bytes > MOST_BYTES) throw new Error(`a node has grown to ${bytes} bytes`);
      }
    };
  },
};

export const OVERLOAD_SQLITE: Fault<World> = { ...OVERLOAD, name: 'too many clients, SQLite' };
