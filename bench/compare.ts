import { measureHttp, type Round } from './measure-http.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { type ServerProcess, startFloor, startForewarn } from './server-process.ts';
import { type Spread, spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** A scenario on one server, over all rounds. */
interface Measurement {
  readonly scenario: string;
  readonly connections: number;
  readonly server: string;
  readonly perSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  readonly cpuMs: Spread;
}

export interface Rounds {
  readonly rounds: number;
  readonly isWanted: (name: string) => boolean;
}

const SECONDS = 0.5;
/** How long the first round takes: a cold server may respond to nothing in less. */
const WARM_UP_SECONDS = 2;
/** The requests of the first round of a scenario that uses up rows. */
const FIRST_REQUESTS = 500;
/** Rows for a round that is this many times as fast as the last one. */
const RESERVE = 2;

/** Measures each scenario on all servers, in turn within each round, so that other load affects them alike. */
export async function* compareServers(
  { postgres, sqlite }: Readonly<Record<'postgres' | 'sqlite', BenchStore>>,
  { rounds, isWanted }: Rounds,
): AsyncGenerator<readonly Measurement[]> {
  const floor = await startFloor(postgres);
  const own = [await startForewarn(postgres), await startForewarn(sqlite)];
  try {
    for (const scenario of SCENARIOS) {
      if (!isWanted(scenario.name)) continue;
      const served = scenario.isOwn === true ? own : [floor, ...own];
      for (const connections of scenario.connections) {
        yield await roundsOf(scenario, connections, served, rounds);
      }
    }
  } finally {
    await Promise.all([floor, ...own].map((server) => server.stop()));
  }
}

async function roundsOf(
  scenario: Scenario,
  connections: number,
  servers: readonly ServerProcess[],
  rounds: number,
): Promise<readonly Measurement[]> {
  const measured = servers.map((server) => ({ server, rounds: [] as Round[] }));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const { server, rounds: own } of measured) {
      const last = own.at(-1)?.perSecond ?? FIRST_REQUESTS;
      const maxRequests = Math.ceil(last * SECONDS * RESERVE);
      const seconds = round === 0 ? WARM_UP_SECONDS : SECONDS;
      own.push(await measureHttp(server, scenario, { connections, seconds, maxRequests }));
    }
  }
  return measured.map(({ server, rounds: [, ...own] }) => {
    const spread = (field: keyof Round): Spread => spreadOf(own.map((each) => each[field]));
    return {
      scenario: scenario.name,
      connections,
      server: server.name,
      perSecond: spread('perSecond'),
      p50Ms: spread('p50Ms'),
      p99Ms: spread('p99Ms'),
      cpuMs: spread('cpuMs'),
    };
  });
}
