import type { SqlCapability, TableLocation, Tables } from '@forewarn/store-sql';
import { type Kysely, sql, type Transaction } from 'kysely';
import { err, ok, type Result } from 'neverthrow';

const OWN_LOCATIONS: { readonly [Name in keyof Tables]: TableLocation } = {
  projects: { column: 'id' },
  change_requests: { column: 'project_id' },
  touches: { column: 'project_id' },
  doubts: { column: 'project_id' },
  strategies: 'with the workers',
  events: 'with the workers',
  projection: 'alone',
  known_name_lists: { column: 'project_id' },
  known_names: { column: 'project_id' },
};

/** Returns where each table is, with those of capabilities. */
const locationsWith = (capabilities: readonly SqlCapability[]): Locations =>
  new Map(
    [OWN_LOCATIONS, ...capabilities.map(({ tables }) => tables)].flatMap((each) =>
      Object.entries<TableLocation>(each),
    ),
  );

type Locations = ReadonlyMap<string, TableLocation>;

/** The highest values of settings by which a machine notices that its client is gone, and ends what it left; 0 is never. */
const LIMITS = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '5',
  // Keepalives wait while a response is not acknowledged.
  tcp_user_timeout: '60000',
  idle_in_transaction_session_timeout: '600000',
} as const;

/** A setting of a machine that lets locks outlive a network loss. */
export interface UnsafeSetting {
  /** The machine, as `host:port`. */
  readonly machine: string;
  readonly setting: keyof typeof LIMITS;
  /** In the setting's own unit, as `max`. */
  readonly value: string;
  readonly max: string;
}

/** Returns the settings of all machines, each as its own server has it, that let locks outlive a network loss. */
export async function unsafeSettingsIn(db: Kysely<Tables>): Promise<readonly UnsafeSetting[]> {
  const command = `
    select coalesce(string_agg(name || '=' || setting, ',' order by name), '') from pg_settings
    where ${Object.entries(LIMITS)
      .map(([name, max]) => `(name = '${name}' and setting::int not between 1 and ${max})`)
      .join(' or ')}`;
  const { rows } = await sql<{ machine: string; found: string }>`
    select nodename || ':' || nodeport as machine, result as found
    from run_command_on_all_nodes(${command}) join pg_dist_node using (nodeid)
    where success and result <> '' order by groupid`.execute(db);
  return rows.flatMap(({ machine, found }) =>
    found.split(',').map((pair) => {
      const [setting, value = ''] = pair.split('=') as [UnsafeSetting['setting'], string?];
      return { machine, setting, value, max: LIMITS[setting] };
    }),
  );
}

/** A batch of searches costs a statement for each shard that has one of its projects; a new worker takes whole shards. */
const SHARDS_PER_WORKER = 2;

const ACTIVE_WORKERS = sql`
  select from pg_dist_node
  where groupid <> 0 and noderole = 'primary' and isactive and shouldhaveshards`;

/** Why a database can't be distributed. Each names what is missing. */
export type DistributeObstacle =
  | 'extension'
  | 'coordinator'
  | 'coordinator host'
  | 'workers'
  | 'prepared transactions'
  | 'layout';

/** The server, or what it has, doesn't allow the tables to be distributed. */
export interface CannotDistribute {
  readonly type: 'CannotDistribute';
  readonly obstacle: DistributeObstacle;
}

/**
 * Distributes the tables that are not distributed yet over the workers of a Citus cluster. Returns their names. Changes
 * nothing when it returns an error.
 */
export async function distribute(
  db: Kysely<Tables>,
  capabilities: readonly SqlCapability[] = [],
): Promise<Result<readonly string[], CannotDistribute>> {
  const obstacle = await obstacleOf(db);
  if (obstacle !== undefined) return err({ type: 'CannotDistribute', obstacle });
  const locations = locationsWith(capabilities);
  const missing = await missingIn(db, locations);
  if (missing === undefined) return err({ type: 'CannotDistribute', obstacle: 'layout' });
  await db.transaction().execute(async (transaction) => {
    // Foreign keys between the tables rule out one connection for each shard.
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(transaction);
    for (const [name, location] of missing) await distributeTable(transaction, name, location);
  });
  for (const [name, location] of missing) {
    if (!isOnWorkers(location)) continue;
    await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`.execute(db);
  }
  return ok(missing.map(([name]) => name));
}

const isOnWorkers = (location: TableLocation): location is { readonly column: string } =>
  typeof location === 'object';

async function obstacleOf(db: Kysely<Tables>): Promise<DistributeObstacle | undefined> {
  const { rows: catalogs } = await sql<{ has_citus: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as has_citus`.execute(db);
  if (catalogs[0]?.has_citus !== true) return 'extension';
  const { rows } = await sql<{ missing: DistributeObstacle | null }>`
    select case
      when (select groupid from pg_dist_local_group) <> 0 then 'coordinator'
      when not exists (select from pg_dist_node where groupid = 0) then 'coordinator host'
      when not exists (${ACTIVE_WORKERS}) then 'workers'
      when current_setting('max_prepared_transactions')::int = 0 or exists (
        select from run_command_on_workers('show max_prepared_transactions')
        where success and result = '0'
      ) then 'prepared transactions'
    end as missing`.execute(db);
  return rows[0]?.missing ?? undefined;
}

type Located = readonly [name: string, location: TableLocation];

/** Returns the tables that Citus doesn't know and should; nothing when one has another location. */
async function missingIn(
  db: Kysely<Tables>,
  locations: Locations,
): Promise<readonly Located[] | undefined> {
  const { rows } = await sql<{ name: string; column: string | null }>`
    select t.name,
      case when partmethod = 'h' then column_to_column_name(logicalrelid, partkey) end as column
    from unnest(${[...locations.keys()]}::text[]) as t (name)
    join pg_dist_partition on logicalrelid = to_regclass(t.name)`.execute(db);
  const there = new Map(rows.map(({ name, column }) => [name, column]));
  const missing: Located[] = [];
  for (const [name, location] of locations) {
    if (there.has(name)) {
      const column = isOnWorkers(location) ? location.column : null;
      if (location === 'alone' || there.get(name) !== column) return undefined;
    } else if (location !== 'alone') {
      missing.push([name, location]);
    }
  }
  return missing;
}

async function distributeTable(
  transaction: Transaction<Tables>,
  name: string,
  location: TableLocation,
): Promise<void> {
  if (!isOnWorkers(location)) {
    await sql`select citus_add_local_table_to_metadata(${name}::regclass)`.execute(transaction);
    return;
  }
  const layout =
    name === 'projects'
      ? sql`colocate_with => 'none', shard_count => (
          select ${SHARDS_PER_WORKER}::int * count(*)::int from (${ACTIVE_WORKERS}) w)`
      : sql`colocate_with => 'projects'`;
  await sql`
    select create_distributed_table(${name}::regclass, ${location.column}::text, ${layout})
  `.execute(transaction);
}

/** Whether the tables with a project are distributed, as {@link distribute} lays them out. */
export async function isDistributed(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ has_citus: boolean }>`
    select to_regclass('pg_dist_partition') is not null as has_citus`.execute(db);
  if (rows[0]?.has_citus !== true) return false;
  const { rows: distributed } = await sql`
    select from pg_dist_partition where logicalrelid = to_regclass('touches') and partmethod = 'h'
  `.execute(db);
  return distributed.length > 0;
}
