import pg from 'pg';
import { IMPACT } from '../packages/store-postgres/src/impact-statement.ts';
import { SEARCH } from '../packages/store-postgres/src/postgres-search.ts';
import { FEATURES } from './population.ts';

/** The way a plan reads a table. */
export interface Plan {
  readonly statement: string;
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

const ASKED = [{ no: 0, project_id: 'project-7', kind: 1, value: FEATURES[10] }];
const DOUBTS_ASKED = [{ no: 1, kind: 1, feature: '' }];
const STATEMENTS = [
  { name: 'search', text: SEARCH, parameters: [ASKED, ASKED] },
  { name: 'impact', text: IMPACT, parameters: [ASKED, DOUBTS_ASKED, ['project-7']] },
];

/** Returns the reads of a search and of an impact with ten hits, by table, in their generic plans. */
export async function plansOf(databaseUrl: string): Promise<readonly Plan[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`set plan_cache_mode = force_generic_plan`);
    const plans: Plan[] = [];
    for (const { name, text, parameters } of STATEMENTS) {
      await client.query(`prepare ${name} as ${text}`);
      const values = parameters.map((each) => client.escapeLiteral(JSON.stringify(each)));
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
        `explain (analyze, format json) execute ${name} (${values.join(', ')})`,
      );
      const [root] = rows[0]?.['QUERY PLAN'] ?? [];
      if (root === undefined) throw new Error(`no plan for ${name}`);
      plans.push(...readsOf(root.Plan).map((read) => ({ statement: name, ...read })));
    }
    return plans;
  } finally {
    await client.end();
  }
}

function readsOf(node: Node): readonly Omit<Plan, 'statement'>[] {
  const table = node['Relation Name'];
  const own =
    table === undefined
      ? []
      : [{ table, how: node['Node Type'], rows: node['Actual Rows'] * node['Actual Loops'] }];
  return [...own, ...(node.Plans ?? []).flatMap(readsOf)];
}
