import { RULE_VERSION } from '@forewarn/core';
import { UNSCHEDULED } from '@forewarn/record';
import pg from 'pg';
import { FEATURE_USE_CALLS } from '../packages/cleanup/src/contract/feature-use-contract.ts';
import { FORECAST_CALLS } from '../packages/forecast/src/contract/forecast-calls.ts';
import { ALERTING_CALLS, fillForAlerting } from '../packages/notify/src/contract/alerting-calls.ts';
import { API_KEY_CALLS, fillForApiKeys } from '../packages/operate/src/contract/api-key-calls.ts';
import {
  fillForSessions,
  SESSION_CALLS,
} from '../packages/operate/src/contract/session-contract.ts';
import {
  type Calls,
  EVERY_CALL,
  fillForEveryCall,
  NAME_CALLS,
} from '../packages/store-contract/src/suite/every-call.ts';
import { LEASE_CALLS, ORIGIN_CALLS } from '../packages/unleash/src/contract/following-calls.ts';
import { sentDuring, type SentStatement } from './sent-during.ts';
import type { postgresWith } from './stores.ts';

/** The way a statement of a call reads a table, in the plan that Postgres settles on. */
export interface Read {
  readonly call: string;
  readonly table: string;
  readonly how: string;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Node[];
}

/** The statements that add this many rows to each table. */
const fillTables = (rows: number): readonly string[] => [
  `insert into projects (id, name) select 'filled-' || n, 'filled' from generate_series(1, ${rows}) n`,
  `insert into forewarn_feature_use (project_id, as_of, features)
    select 'filled-' || n, '2026-11-21T10:42:00.000Z', '[]' from generate_series(1, ${rows}) n`,
  `insert into strategies (name, editable, definition)
    select 'filled-' || n, 1, '{"name":"filled-' || n || '","parameters":[],"deprecated":false,"editable":true}'
    from generate_series(1, ${rows}) n`,
  `insert into change_requests (project_id, id, environment, title, body, scheduled_at, has_trouble, rule_version)
    select 'filled-' || (n % ${Math.ceil(rows / 100)} + 1), n, 'production', 'filled', '{}', ${UNSCHEDULED}, 0, ${RULE_VERSION} from generate_series(1, ${rows}) n`,
  `insert into touches (kind, value, project_id, change_request_id, scheduled_at, influence)
    select 1, 'filled-' || id, project_id, id, scheduled_at, 0 from change_requests where title = 'filled'`,
  `insert into doubts (kind, feature, project_id, change_request_id, scheduled_at)
    select 1, 'filled-' || id, project_id, id, scheduled_at from change_requests where title = 'filled'`,
  `insert into known_name_lists (project_id, kind, as_of, digest)
    select 'filled-' || n, 'feature', '2026-11-21T10:42:00.000Z', '' from generate_series(1, ${rows}) n`,
  `insert into known_names (project_id, kind, value, added_at)
    select 'filled-' || (n % ${Math.ceil(rows / 100)} + 1), 'feature', 'filled-' || n, 0 from generate_series(1, ${rows}) n`,
  `insert into events (id, type, created_by, project)
    select n, case n % 9 when 0 then 'project-created' else 'strategy-deleted' end, 'filled', 'filled-' || n
    from generate_series(-${rows}, -1) n`,
  `insert into forewarn_sessions (token_hash, secret_hash, started_at, expires_at)
    select 'filled-' || n, 'filled-' || n, 0, 1e13::bigint from generate_series(1, ${rows}) n`,
  `insert into forewarn_alerts (kind, project_id, id, fingerprint, environment, scheduled_at, is_broken, prediction)
    select 'forecast', 'filled-' || (n % ${Math.ceil(rows / 100)} + 1), n, '', 'production', n, 0,
      '{"project":"filled-1","environment":"production","causes":[],"hiddenCauses":0}' from generate_series(1, ${rows}) n`,
  `insert into forewarn_webhooks (id, url, template, filter, secret, created_by, created_at)
    select 'filled-' || n, 'https://example.com', 'generic', '{}', '', 'filled', '' from generate_series(1, 99) n`,
  `insert into forewarn_deliveries (id, webhook_id, subject, message, state, created_at, attempts, at)
    select 'filled-' || n, 'filled-' || (n % 99 + 1), '', '{}', 'delivered', 0, 1, 0 from generate_series(1, ${rows}) n`,
  `insert into forewarn_api_keys (name, secret_hash, permissions)
    select 'filled-' || n, 'filled-' || n, '[]' from generate_series(1, ${rows}) n`,
  `insert into forewarn_leases (name, holder, expires_at, ttl_ms)
    select 'filled-' || n, 'filled', 0, 0 from generate_series(1, ${rows}) n`,
];

const WITHOUT_AUTOVACUUM = 'alter system set autovacuum = off; select pg_reload_conf()'.split('; ');

type Opened = Awaited<ReturnType<typeof postgresWith>>;
type Measured = Opened['store'];

/** Of the kernel, and of each capability whose contract lists its calls. */
const ALL_CALLS: Calls<Measured> = {
  ...EVERY_CALL,
  ...NAME_CALLS,
  ...FORECAST_CALLS,
  ...FEATURE_USE_CALLS,
  ...ALERTING_CALLS,
  ...SESSION_CALLS,
  ...API_KEY_CALLS,
  ...LEASE_CALLS,
  ...ORIGIN_CALLS,
};

/**
 * Adds this many rows to each table of a new store, and returns the reads of every call's statements.
 *
 * @param isAnalyzed whether the planner has statistics
 */
export async function readsOfEveryCall(
  { store, url }: Pick<Opened, 'store' | 'url'>,
  rows: number,
  isAnalyzed: boolean,
): Promise<readonly Read[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const end = isAnalyzed ? ['vacuum analyze'] : [];
    for (const statement of [...WITHOUT_AUTOVACUUM, ...fillTables(rows), ...end]) {
      await client.query(statement);
    }
    await fillForEveryCall(store);
    await fillForAlerting(store);
    await fillForSessions(store);
    await fillForApiKeys(store);
    const reads: Read[] = [];
    for (const [call, run] of Object.entries(ALL_CALLS)) {
      const sent = await sentDuring(() => resultOf(run, store));
      for (const statement of sent.filter(isPlanned)) {
        const plan = await planOf(client, statement);
        reads.push(...readsOf(plan).map((read) => ({ call, ...read })));
      }
    }
    return reads;
  } finally {
    await client.end();
  }
}

/** Some calls return an error by design, but none may be that the store is unavailable. */
async function resultOf(run: Calls<Measured>[string], store: Measured): Promise<void> {
  const result = await run(store);
  if (result.isErr() && result.error.type === 'StoreUnavailable') {
    throw new Error('the store is unavailable', { cause: result.error });
  }
}

/** After this many plans with its values, Postgres decides whether a statement keeps one plan without them. */
const CUSTOM_PLANS = 5;

const isPlanned = ({ text }: SentStatement): boolean =>
  /^\s*(?:with|select|insert|update|delete)\b/i.test(text);

async function planOf(client: pg.Client, { text, values }: SentStatement): Promise<Node> {
  await client.query(`prepare planned as ${text}`);
  const literals = values.map((value) => literalOf(client, value)).join(', ');
  const explain = () =>
    client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
      `explain (format json) execute planned${literals === '' ? '' : ` (${literals})`}`,
    );
  for (let time = 0; time < CUSTOM_PLANS; time++) await explain();
  const { rows } = await explain();
  await client.query('deallocate planned');
  const [root] = rows[0]?.['QUERY PLAN'] ?? [];
  if (root === undefined) throw new Error(`no plan for ${text}`);
  return root.Plan;
}

function literalOf(client: pg.Client, value: SentStatement['values'][number]): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return client.escapeLiteral(String(value));
  const elements = value.map((each) => JSON.stringify(String(each))).join(',');
  return client.escapeLiteral(`{${elements}}`);
}

function readsOf(node: Node): readonly Omit<Read, 'call'>[] {
  const table = node['Relation Name'];
  const index = node['Index Name'];
  const how = `${node['Node Type']}${index === undefined ? '' : ` ${index}`}`;
  const own = table === undefined || node['Node Type'] === 'ModifyTable' ? [] : [{ table, how }];
  return [...own, ...(node.Plans ?? []).flatMap(readsOf)];
}
