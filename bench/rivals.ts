import { measureHttp, type Round } from './measure-http.ts';
import { SCENARIOS } from './scenarios.ts';
import { type ServerProcess, startByHand, startFastify, startForewarn } from './server-process.ts';
import { type Spread, spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** A scenario on one server, over all rounds. */
interface RivalTimes {
  readonly scenario: string;
  readonly connections: number;
  readonly server: string;
  readonly perSecond: Spread;
  readonly cpuMs: Spread;
  /** Forewarn's requests per second by those of this server, in the same round; absent for Forewarn itself. */
  readonly ahead?: Spread;
}

/** Part of the names of what is measured here. */
export const RIVALS = 'rivals';

/** The scenarios by their names, and the connections of each. */
const MEASURED: readonly (readonly [scenario: string, connections: readonly number[]])[] = [
  ['search, 1 hit', [1, 16, 64]],
  ['search, 10 hits', [64]],
  ['search, 10 parameters', [64]],
];
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
  const measured = new Map<string, Round[]>();
  for (let round = 0; round < rounds; round++) {
    const at = round % STARTS.length;
    for (const start of [...STARTS.slice(at), ...STARTS.slice(0, at)]) {
      const server = await start(store);
      try {
        for (const [cell, figures] of await roundOf(server)) {
          measured.set(cell, [...(measured.get(cell) ?? []), figures]);
        }
      } finally {
        await server.stop();
      }
    }
  }
  const own = [...measured].filter(([cell]) => nameIn(cell) === store.name);
  return [...measured].map(([cell, figures]) => {
    const [scenario = '', connections, server = ''] = JSON.parse(cell) as string[];
    const [, ours = []] = own.find(([each]) => isSame(each, cell)) ?? [];
    const perSecond = figures.map((each) => each.perSecond);
    const ahead = ours.map((each, round) => each.perSecond / (perSecond[round] ?? Number.NaN));
    return {
      scenario,
      connections: Number(connections),
      server,
      perSecond: spreadOf(perSecond),
      cpuMs: spreadOf(figures.map(({ cpuMs }) => cpuMs)),
      ...(server === store.name ? {} : { ahead: spreadOf(ahead) }),
    };
  });
}

async function roundOf(server: ServerProcess): Promise<ReadonlyMap<string, Round>> {
  const found = new Map<string, Round>();
  const load = { connections: 16, seconds: WARM_UP_SECONDS, maxRequests: 0 };
  for (const [name, all] of MEASURED) {
    const scenario = SCENARIOS.find((each) => each.name === name);
    if (scenario === undefined) throw new Error(`no scenario "${name}"`);
    if (found.size === 0) await measureHttp(server, scenario, load);
    for (const connections of all) {
      const cell = JSON.stringify([name, connections, server.name]);
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
