import pg from 'pg';
import { type Fault, fault, killNode, READ_ONLY, REFUSED, SERVED } from './fault.ts';
import type { PostgresWorld } from './world.ts';

type PostgresFault = Fault<PostgresWorld>;

// Silence is noticed after a while: it lasts shorter and longer than that.
const SILENT_MS = [200, 4_500] as const;
const SHORT_MS = [100, 1_200] as const;
const SLOWEST_MS = 100;

const either = { reads: 'either', writes: 'either' } as const;
/** A search can't know whether another server has become the primary. */
const formerPrimary = { reads: 'either', writes: 'refused' } as const;

/** The faults of nodes over Postgres, of Postgres, and of the network between. */
export const POSTGRES_FAULTS: readonly PostgresFault[] = [
  fault('service killed', SHORT_MS, { ...SERVED, isCutting: true }, killNode),
  fault('Postgres killed', SHORT_MS, REFUSED, async ({ postgres }) => {
    await postgres.kill();
    return () => postgres.start();
  }),
  fault('a Postgres process killed', SHORT_MS, either, async ({ administer }) => {
    const [first] = (await administer(
      "select pid from pg_stat_activity where usename = 'forewarn' limit 1",
    )) as readonly { readonly pid: number }[];
    if (first !== undefined) process.kill(first.pid, 'SIGKILL');
    return () => untilReachable(administer);
  }),
  fault('Postgres stopped', SHORT_MS, REFUSED, async ({ postgres }, random) => {
    await postgres.stop(random.pick(['SIGINT', 'SIGQUIT'] as const) ?? 'SIGINT');
    return () => postgres.start();
  }),
  fault('Postgres restarted', [0, 0], REFUSED, async ({ postgres }) => {
    await postgres.stop('SIGINT');
    return () => postgres.start();
  }),
  fault('Postgres paused', SILENT_MS, REFUSED, async ({ postgres }) => {
    postgres.pause();
    return async () => postgres.resume();
  }),
  fault('out of connections', SHORT_MS, REFUSED, refuseConnections),
  fault('network stalled', SILENT_MS, REFUSED, async ({ network }) => {
    network.stall(true);
    return async () => network.stall(false);
  }),
  fault('network cut', SHORT_MS, REFUSED, async ({ network }) => {
    await network.cut();
    return () => network.mend();
  }),
  fault('network slow', [1_000, 2_000], either, async ({ network }, random) => {
    network.slow(random.between(1, SLOWEST_MS));
    return async () => network.slow(0);
  }),
  // Such as one that audits. It says nothing of the commit, so nothing is refused or repeated.
  fault('triggers warn', SHORT_MS, SERVED, warnAtCommits),
  fault('Postgres read-only', SHORT_MS, formerPrimary, forbidWrites),
  fault('primary became standby', SHORT_MS, formerPrimary, demote),
];

/** The faults of nodes over a primary with a synchronous standby. */
export const STANDBY_FAULTS: readonly PostgresFault[] = [
  fault('standby hangs', SILENT_MS, READ_ONLY, async (world) => {
    const standby = await world.standby();
    standby.pause();
    return async () => standby.resume();
  }),
  fault('failover', SHORT_MS, REFUSED, async (world) => {
    await world.standby();
    await world.postgres.kill();
    return () => world.promote();
  }),
  // As after a failover that keeps connections open: they lead to a server that knows nothing of what came later.
  fault('read-only former primary', [0, 0], either, async (world) => {
    await world.standby();
    await forbidWrites(world);
    await world.promote();
    return async () => {};
  }),
];

async function untilReachable(administer: PostgresWorld['administer']): Promise<void> {
  for (;;) {
    const isReachable = await administer('select 1').then(
      () => true,
      () => false,
    );
    if (isReachable) return;
  }
}

/** Ends the connections of the nodes, and refuses others with the error of a server that has no more. */
async function refuseConnections({
  administer,
  network,
}: PostgresWorld): Promise<() => Promise<void>> {
  await administer('alter role forewarn connection limit 0');
  const terminate = `
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'forewarn' and client_port = any($1)`;
  let ended: readonly unknown[];
  do ended = await administer(terminate, [[...network.ports()]]);
  while (ended.length > 0);
  return async () => {
    await administer('alter role forewarn connection limit -1');
  };
}

const WARNED_TABLES = ['change_requests', 'strategies'];

/** Makes each write of some tables end with a warning, at the commit. */
async function warnAtCommits({ directUrl }: PostgresWorld): Promise<() => Promise<void>> {
  const client = new pg.Client(directUrl);
  await client.connect();
  await client.query(`
    create or replace function warn() returns trigger language plpgsql as $$
      begin raise warning 'this table is audited'; return null; end $$`);
  for (const table of WARNED_TABLES) {
    await client.query(`
      create constraint trigger warn_at_commit after insert or update or delete on ${table}
        deferrable initially deferred for each row execute function warn()`);
  }
  return async () => {
    for (const table of WARNED_TABLES) {
      await client.query(`drop trigger warn_at_commit on ${table}`);
    }
    await client.end();
  };
}

async function forbidWrites({ administer }: PostgresWorld): Promise<() => Promise<void>> {
  await administer('alter system set default_transaction_read_only = on');
  await administer('select pg_reload_conf()');
  return async () => {
    await administer('alter system reset default_transaction_read_only');
    await administer('select pg_reload_conf()');
  };
}

/** As after a failover that the nodes were not told of: where the primary was, a standby is; later it is promoted. */
async function demote({ postgres, administer }: PostgresWorld): Promise<() => Promise<void>> {
  await postgres.stop('SIGINT');
  postgres.becomeStandby();
  await postgres.start();
  return async () => {
    await administer('select pg_promote()');
  };
}
