import { randomInt } from 'node:crypto';
import { DELETE, SEARCH } from './floor/floor-statements.ts';
import { measureHttp, type Round } from './measure-http.ts';
import { definitions, FIRST_NUMBERED, NUMBERED, PROJECTS } from './population.ts';
import { measureRaw, type RawStatement } from './raw-postgres.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { type ServerProcess, startFloor, startForewarn } from './server-process.ts';
import { type Spread, spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** A scenario on one server, over all rounds. */
export interface Measurement {
  readonly scenario: string;
  readonly connections: number;
  readonly server: string;
  readonly perSecond: Spread;
  readonly p50Ms?: Spread;
  readonly p99Ms?: Spread;
  readonly cpuMs?: Spread;
}

/** The rounds of a run. */
export interface Rounds {
  readonly rounds: number;
  readonly isWanted: (name: string) => boolean;
}

const SECONDS = 0.5;
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
        const http = await roundsOf(scenario, connections, served, rounds);
        const raw = await rawOf(scenario, connections, postgres, rounds);
        yield [...http, ...raw];
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
      own.push(await measureHttp(server, scenario, { connections, seconds: SECONDS, maxRequests }));
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

/** What Postgres itself does in the scenarios that have a statement of their own. */
const RAW: Readonly<Record<string, RawStatement>> = {
  'search, 1 hit': {
    text: SEARCH,
    parameters: () => [
      `project-${randomInt(PROJECTS)}`,
      '{1}',
      `{f-${randomInt(FIRST_NUMBERED, NUMBERED)}}`,
    ],
  },
  delete: { text: DELETE, parameters: (execution) => [`raw-${execution}`, 'bench'] },
};

async function rawOf(
  { name, usesUpRows = false }: Scenario,
  connections: number,
  { url, store }: BenchStore,
  rounds: number,
): Promise<readonly Measurement[]> {
  const statement = RAW[name];
  if (statement === undefined) return [];
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (usesUpRows) {
      const count = Math.ceil((perSecond.at(-1) ?? FIRST_RAW) * SECONDS * RESERVE);
      (await store.transfer.import(definitions('raw', 0, count)))._unsafeUnwrap();
    }
    perSecond.push(await measureRaw(url, statement, connections, SECONDS));
  }
  return [
    { scenario: name, connections, server: 'Postgres itself', perSecond: spreadOf(perSecond) },
  ];
}

/** Executions per second to prepare for in the first round. */
const FIRST_RAW = 20_000;

/** Measures one search on one node and on two, with the same number of connections in all. */
export async function compareNodes(
  postgres: BenchStore,
  { rounds }: Rounds,
): Promise<readonly Measurement[]> {
  const nodes = [await startForewarn(postgres), await startForewarn(postgres)];
  const scenario = SCENARIOS.find(({ name }) => name === 'search, 1 hit');
  if (scenario === undefined) throw new Error('the scenario is gone');
  const perSecond: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [more, own] of perSecond.entries()) {
        const load = { connections: 64 / (more + 1), seconds: SECONDS, maxRequests: 0 };
        const used = nodes.slice(0, more + 1);
        const measured = await Promise.all(used.map((node) => measureHttp(node, scenario, load)));
        own.push(measured.reduce((sum, each) => sum + each.perSecond, 0));
      }
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
  return perSecond.map(([, ...own], more) => ({
    scenario: `${scenario.name}, nodes: ${more + 1}`,
    connections: 64,
    server: 'Postgres',
    perSecond: spreadOf(own),
  }));
}
