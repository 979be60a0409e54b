import { env } from 'node:process';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../../tools/fresh-database.ts';
import { startService } from '../http/running-service.ts';
import { runCommand } from '../run-command.ts';
import { type CopiedVersion, copyVersion } from './copied-version.ts';
import { startLoad } from './load.ts';

const KEY = 'the key of both versions';
const ROUNDS = 25;
/** The first ids of the change requests that each load records. */
const [OF_OLD, OF_NEW, OF_RESTARTED] = [1_000, 200_000, 300_000] as const;

/** The version before: a commit, or this one. */
const PREVIOUS = env['PREVIOUS_VERSION'] || undefined;

const copied = async (commit?: string): Promise<CopiedVersion> => {
  const version = await copyVersion(commit);
  onTestFinished(() => version.remove());
  return version;
};

const LAST = /^ *'0003_impact': .*,$/m;

const append = (version: CopiedVersion, migration: string) =>
  version.edit('store-sql/src/schema/initial-schema.ts', (text) => {
    expect(text).toMatch(LAST);
    return text.replace(LAST, (last) => `${last}\n${migration},`);
  });

it('the version before runs on beside one that only adds, under load, and starts again', async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const settings = { DATABASE_URL: database.url, INIT_ADMIN_API_TOKENS: KEY };
  const old = PREVIOUS === undefined ? {} : { bin: (await copied(PREVIOUS)).bin };
  const migrate = (by: { readonly bin?: string }) =>
    runCommand(['migrate'], { folder: '.', env: settings, ...by });
  const start = async (by: { readonly bin?: string }) => {
    const node = await startService(settings, [], by);
    onTestFinished(() => void node.process.kill('SIGKILL'));
    return node;
  };
  expect((await migrate(old)).code).toBe(0);
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
      where schemaname = 'public' and tablename not like '%migration%'`,
  );
  expect(tables.length).toBeGreaterThan(15);
  await client.query("insert into projects (id, name) values ('shop', 'Shop')");

  const oldNode = await start(old);
  const oldLoad = startLoad(oldNode.url, KEY, OF_OLD);
  await oldLoad.rounds(ROUNDS);
  const next = await copied();
  const added = [
    ...tables.map(({ name }) => `alter table ${name} add column later text default 'later'`),
    'create table forewarn_later (id text primary key)',
    'create index later_by_id on forewarn_later (id)',
  ];
  await next.edit(
    'store-sql/src/schema/initial-schema.ts',
    (text) => `import { adding } from './adding.ts';\n${text}`,
  );
  await append(next, `...adding('9000_record', ...${JSON.stringify(added)})`);
  expect(await migrate(next)).toMatchObject({ code: 0, stdout: '9000_record_adds\nDone.\n' });
  const newNode = await start(next);
  const newLoad = startLoad(newNode.url, KEY, OF_NEW);
  await Promise.all([oldLoad.rounds(ROUNDS), newLoad.rounds(ROUNDS)]);
  await oldLoad.stop();
  expect((await oldNode.end('SIGTERM')).code).toBe(0);
  const restarted = await start(old);
  const restartedLoad = startLoad(restarted.url, KEY, OF_RESTARTED);
  await Promise.all([restartedLoad.rounds(ROUNDS), newLoad.rounds(ROUNDS)]);
  await Promise.all([restartedLoad.stop(), newLoad.stop()]);

  const loads = [oldLoad, newLoad, restartedLoad];
  expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
  const { rows } = await client.query<{ id: string }>('select id from change_requests order by id');
  const recorded = loads.flatMap((load) => load.recorded).toSorted((a, b) => a - b);
  expect(rows.map(({ id }) => Number(id))).toEqual(recorded);
  expect((await migrate(old)).stdout).toBe('Nothing to do.\n');

  await append(next, `'9001_record': running('alter table events drop column later')`);
  expect(await migrate(next)).toMatchObject({ code: 0, stdout: '9001_record\nDone.\n' });
  expect(await migrate(old)).toMatchObject({
    code: 1,
    stderr:
      'forewarn: the database has the schema of a newer Forewarn, or of one with more capabilities: install that one; this one lacks 9001_record\n',
  });
  await expect(start(old)).rejects.toThrow('this one lacks 9001_record');
}, 300_000);
