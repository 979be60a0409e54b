import { createDatabase } from '../tools/create-database.ts';
import { installUnleash } from '../test/unleash/install-unleash.ts';
import { startUnleash } from '../test/unleash/start-unleash.ts';
import pg from 'pg';
import { measureHttp, type Measured } from './measure-http.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { type ServerProcess, startForewarn } from './server-process.ts';
import { type Spread, spreadOf } from './spread.ts';
import { postgresWith, sqliteWith } from './stores.ts';

/** Deletes of strategy definitions by one server, over all rounds. */
interface DeleteTimes {
  readonly connections: number;
  readonly server: string;
  readonly perSecond: Spread;
  /** Deletes per second by those of Unleash, in the same round; absent for Unleash itself. */
  readonly ahead?: Spread;
}

/** The name of the part. */
export const DELETES = 'deletes by Unleash';

const CONNECTIONS = [1, 16, 64];
const SECONDS = 2;
/** The requests of the first round, and how many times those of the last one there are rows for. */
const [FIRST_REQUESTS, RESERVE] = [3_000, 2];

/**
 * Compares deletes with those of a real Unleash, which is installed from the npm registry and has a database of its own on the
 * same server. Every commit is on disk before it is acknowledged.
 */
export async function* compareDeletes(rounds: number): AsyncGenerator<readonly DeleteTimes[]> {
  const installed = await installUnleash();
  const [postgres, sqlite] = [await postgresWith(async () => {}), await sqliteWith(async () => {})];
  const database = await createDatabase(postgres.url);
  const unleash = await startUnleash(installed.folder, database.url);
  const own = [await startForewarn(postgres), await startForewarn(sqlite)];
  const definitions = new pg.Client(database.url);
  await definitions.connect();
  try {
    const ours = SCENARIOS.find(({ name }) => name === 'delete');
    if (ours === undefined) throw new Error('the scenario is gone');
    const theirs = deletesBy(unleash.key, definitions);
    const peer = { name: 'Unleash', url: unleash.url, cpuMs: () => Number.NaN };
    const servers = [
      { server: peer, scenario: theirs },
      ...own.map((server) => ({
        server,
        scenario: { ...ours, requests: requestsOf(ours, server) },
      })),
    ];
    for (const connections of CONNECTIONS) yield await compare(servers, connections, rounds);
  } finally {
    await definitions.end();
    await Promise.all([unleash.stop(), ...own.map((server) => server.stop())]);
    await sqlite.remove();
    await postgres.remove();
    installed.remove();
  }
}

type Served = Pick<ServerProcess, 'name' | 'url' | 'cpuMs'>;
type Deletes = Measured<Served>;

async function compare(
  servers: readonly { readonly server: Served; readonly scenario: Deletes }[],
  connections: number,
  rounds: number,
): Promise<readonly DeleteTimes[]> {
  const measured = servers.map((each) => ({ ...each, perSecond: [] as number[] }));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const { server, scenario, perSecond } of measured) {
      const last = perSecond.at(-1);
      const maxRequests = last === undefined ? FIRST_REQUESTS : Math.ceil(last * SECONDS * RESERVE);
      const load = { connections, seconds: SECONDS, maxRequests };
      perSecond.push((await measureHttp(server, scenario, load)).perSecond);
    }
  }
  const [, ...theirs] = measured[0]?.perSecond ?? [];
  return measured.map(({ server, perSecond: [, ...all] }) => ({
    connections,
    server: server.name,
    perSecond: spreadOf(all),
    ...(server.name === 'Unleash'
      ? {}
      : { ahead: spreadOf(all.map((each, round) => each / (theirs[round] ?? Number.NaN))) }),
  }));
}

const requestsOf =
  ({ requests }: Scenario, server: ServerProcess): Deletes['requests'] =>
  (_, count) =>
    requests(server, count);

/** A connection prepares its next request before it knows that there is none. */
const AHEAD = 1_000;

function deletesBy(key: string, database: pg.Client): Deletes {
  let rounds = 0;
  return {
    name: 'delete by Unleash',
    status: 200,
    connections: CONNECTIONS,
    usesUpRows: true,
    requests: async (_, count) => {
      const prefix = `round-${rounds++}`;
      await database.query(
        `insert into strategies (name, parameters) select $1 || '-' || n, '[]'
        from generate_series(0, $2::int) as n`,
        [prefix, count + AHEAD],
      );
      let index = 0;
      const path = (): string => `/api/admin/strategies/${prefix}-${index++}`;
      return [
        {
          method: 'DELETE',
          path: '/',
          headers: { Authorization: key },
          setupRequest: (request) => ({ ...request, path: path() }),
        },
      ];
    },
  };
}
