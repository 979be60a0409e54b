import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, type FreshDatabase } from '../../../tools/create-database.ts';
import { type RunningUnleash, startUnleash } from '../start-unleash.ts';
import { makeUserKey } from '../user-key.ts';
import { MEASURED_ACTIONS } from './enterprise-actions.ts';
import { differenceOf, outcomeOf } from './expected.ts';
import { type Cell, CELLS, measure, nameOf, type Observation } from './measure.ts';
import { inWords, type Responses, rulesPage, versionsOf } from './rules-page.ts';
import { SCHEDULED_CHANGES } from './scheduled-changes.ts';

const PROGRAM = fileURLToPath(new URL('start-with-services.ts', import.meta.url));
const COMMITTED = fileURLToPath(new URL('responses.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/reference/rules.md', import.meta.url));
const PARALLEL = 4;
const TIMEOUT_MS = 300_000;

let version: string;
let database: FreshDatabase;
let unleash: RunningUnleash;
let pool: Pool;
let measurements: readonly (readonly [Cell, Observation])[];

beforeAll(async () => {
  const folder = inject('unleashFolder');
  const manifest = readFileSync(join(folder, 'node_modules/unleash-server/package.json'), 'utf8');
  ({ version } = JSON.parse(manifest) as { version: string });
  database = await createDatabase(inject('postgresUrl'));
  unleash = await startUnleash(folder, database.url, PROGRAM);
  pool = new Pool({ connectionString: database.url });
  // A pool ends before its connections do, and dropping the database cuts them off.
  pool.on('error', () => {});
  const { url, key } = unleash;
  const userKey = await makeUserKey(unleash, 'Admin');
  measurements = await measureAll((cell, name) =>
    measure({ url, key, userKey, database: pool }, cell, name),
  );
}, TIMEOUT_MS);

afterAll(async () => {
  await unleash?.stop();
  await pool?.end();
  await database?.drop();
});

async function measureAll(
  measureOne: (cell: Cell, name: string) => Promise<Observation>,
): Promise<typeof measurements> {
  const observed = new Map<Cell, Observation>();
  const waiting = CELLS.entries();
  const work = async (): Promise<void> => {
    for (const [index, cell] of waiting) observed.set(cell, await measureOne(cell, `m${index}`));
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return CELLS.map((cell) => [cell, observed.get(cell) ?? { isKept: false }]);
}

test('measures each action that the open-source edition can apply', () => {
  const actions = new Set(Object.values(SCHEDULED_CHANGES).map(({ action }) => action));

  expect(MEASURED_ACTIONS.filter((action) => !actions.has(action))).toEqual([]);
});

test('applies each change as planned if nothing is done before', () => {
  const broken = measurements.filter(
    ([{ intent }, observation]) =>
      intent === 'nothing' && ![undefined, 'unaffected'].includes(outcomeOf(inWords(observation))),
  );

  expect(broken).toEqual([]);
});

test('each consequence that is measured is what Unleash does', () => {
  const differences = measurements.map(([cell, observation]) =>
    differenceOf(version, cell, inWords(observation)),
  );

  expect(differences.filter((each) => each !== undefined)).toEqual([]);
});

test('the page has what Unleash responds in each cell', async () => {
  const committed = JSON.parse(readFileSync(COMMITTED, 'utf8')) as Responses;
  const measured = Object.fromEntries(
    measurements.map(([cell, observation]) => [nameOf(cell), inWords(observation)]),
  );
  const all = { ...committed, [version]: measured };
  const responses = Object.fromEntries(versionsOf(all).map((each) => [each, all[each] ?? {}]));

  await expect(`${JSON.stringify(responses, undefined, 2)}\n`).toMatchFileSnapshot(COMMITTED);
  await expect(rulesPage(responses)).toMatchFileSnapshot(PAGE);
});
