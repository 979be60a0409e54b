import pg from 'pg';
import { SEARCH } from '../packages/store-postgres/src/postgres-search.ts';
import { FEATURES } from './population.ts';

/** How the planner reads a table for a search. */
export interface Plan {
  readonly table: string;
  readonly how: string;
  /** Over all loops. */
  readonly rows: number;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Node[];
}

/** What a search with ten hits reads, by table, in the plan that the server keeps for it. */
export async function plansOf(databaseUrl: string): Promise<readonly Plan[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const asked = JSON.stringify([
      { no: 0, project_id: 'project-7', kind: 1, value: FEATURES[10] },
    ]).replaceAll("'", "''");
    await client.query(`set plan_cache_mode = force_generic_plan`);
    await client.query(`prepare search (text, text) as ${SEARCH}`);
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
      `explain (analyze, format json) execute search ('${asked}', '${asked}')`,
    );
    const [root] = rows[0]?.['QUERY PLAN'] ?? [];
    return root === undefined ? [] : readsOf(root.Plan);
  } finally {
    await client.end();
  }
}

function readsOf(node: Node): readonly Plan[] {
  const table = node['Relation Name'];
  const own =
    table === undefined
      ? []
      : [{ table, how: node['Node Type'], rows: node['Actual Rows'] * node['Actual Loops'] }];
  return [...own, ...(node.Plans ?? []).flatMap(readsOf)];
}
