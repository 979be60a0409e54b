import pg from 'pg';
import { SEARCH } from '../packages/store-postgres/src/postgres-search.ts';
import { FEATURES } from './population.ts';

/** The way a plan reads a table. */
export interface Plan {
  readonly table: string;
  readonly how: string;
  /** The sum over all loops. */
  readonly rows: number;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Node[];
}

/** Returns the reads of a search with ten hits, by table, in its generic plan. */
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
