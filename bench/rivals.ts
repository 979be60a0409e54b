import { measureHttp } from './measure-http.ts';
import { search } from './scenarios.ts';
import { type ServerProcess, startByHand, startFastify, startForewarn } from './server-process.ts';
import { type Spread, spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** A scenario on one server, over all rounds. */
interface RivalTimes {
  readonly scenario: string;
  readonly connections: number;
  readonly server: string;
  readonly perSecond: Spread;
  /** Forewarn's requests per second by those of this server, in the same round; absent for Forewarn itself. */
  readonly ahead?: Spread;
}

/** Part of the names of what is measured here. */
export const RIVALS = 'rivals';

/** The scenarios, and the connections of each. The second target, which nothing touches, sets those of one project apart. */
const MEASURED = [
  [search('search, 1 hit', 1, 0), [1, 16, 64]],
  [search('search, 10 hits', 10, 1), [64]],
  [search('search, 10 parameters', 1, 9), [64]],
] as const;
const STARTS = [startForewarn, startByHand, startFastify];
const SECONDS = 2;
/** How long a server that was just started serves before it is measured, so that its code is compiled. */
const WARM_UP_SECONDS = 12;

/**
 * Compares Forewarn with direct implementations in Koa and Fastify. Each round restarts each server, one at a time: the compiled
 * code and the memory layout of a process differ as much as the sources do. The first server changes from round to round.
 */
export async function compareRivals(
  store: BenchStore,
  rounds: number,
): Promise<readonly RivalTimes[]> {
  const measured = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    const at = round % STARTS.length;
    for (const start of [...STARTS.slice(at), ...STARTS.slice(0, at)]) {
      const server = await start(store);
      try {
        for (const [cell, figure] of await roundOf(server)) {
          measured.set(cell, [...(measured.get(cell) ?? []), figure]);
        }
      } finally {
        await server.stop();
      }
    }
  }
  const own = [...measured].filter(([cell]) => nameIn(cell) === store.name);
  return [...measured].map(([cell, perSecond]) => {
    const [scenario = '', connections, server = ''] = JSON.parse(cell) as string[];
    const [, ours = []] = own.find(([each]) => isSame(each, cell)) ?? [];
    const ahead = ours.map((each, round) => each / (perSecond[round] ?? Number.NaN));
    return {
      scenario,
      connections: Number(connections),
      server,
      perSecond: spreadOf(perSecond),
      ...(server === store.name ? {} : { ahead: spreadOf(ahead) }),
    };
  });
}

async function roundOf(server: ServerProcess): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const load = { connections: 16, seconds: WARM_UP_SECONDS, maxRequests: 0 };
  for (const [scenario, all] of MEASURED) {
    if (found.size === 0) await measureHttp(server, scenario, load);
    for (const connections of all) {
      const cell = JSON.stringify([scenario.name, connections, server.name]);
      found.set(
        cell,
        await measureHttp(server, scenario, { ...load, connections, seconds: SECONDS }),
      );
    }
  }
  return found;
}

const nameIn = (cell: string): string => (JSON.parse(cell) as string[])[2] ?? '';

/** Whether two cells are of one scenario, with as many connections. */
const isSame = (a: string, b: string): boolean =>
  a.split(',').slice(0, -1).join() === b.split(',').slice(0, -1).join();
