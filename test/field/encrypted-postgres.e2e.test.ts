import { migratePostgres, openPostgresStore } from '@forewarn/store-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type EncryptedPostgres, startEncryptedPostgres } from './encrypted-postgres.ts';

let server: EncryptedPostgres;
beforeAll(async () => {
  server = await startEncryptedPostgres();
  const { socket: host, port } = server;
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
  await client.connect();
  for (const name of ['encrypted', 'plain']) {
    await client.query(`create database ${name}`);
    (
      await migratePostgres({ pool: { host, port, user: 'postgres', database: name } })
    )._unsafeUnwrap();
  }
  await client.end();
});
afterAll(() => server.stop());

/** Opens a store, with the CAs of the server in the place of CA and OTHER. Returns why it can't be used, or "ok". */
async function outcomeAt(host: string, database: string, query: string): Promise<string> {
  const parameters = query.replace('CA', server.ca).replace('OTHER', server.otherCa);
  const connectionString = `postgres://postgres@${host}:${server.port}/${database}?${parameters}`;
  const warned = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => warned.mockRestore());
  const store = await openPostgresStore({ connectionString });
  expect(warned).not.toHaveBeenCalled();
  if (store.isErr())
    return store.error.type === 'StoreUnavailable' ? String(store.error.cause) : '';
  await store.value.close();
  return 'ok';
}

describe('a Postgres that encrypts with a CA of its own', () => {
  test.each([
    ['no sslmode', '127.0.0.1', ''],
    ['allow', '127.0.0.1', 'sslmode=allow'],
    ['prefer', '127.0.0.1', 'sslmode=prefer'],
    ['require', '127.0.0.1', 'sslmode=require'],
    ['no-verify', '127.0.0.1', 'sslmode=no-verify'],
    ['require and its CA', '127.0.0.1', 'sslmode=require&sslrootcert=CA'],
    ['verify-ca and its CA, by another name', '127.0.0.1', 'sslmode=verify-ca&sslrootcert=CA'],
    ['verify-full and its CA', 'localhost', 'sslmode=verify-full&sslrootcert=CA'],
  ])('is used with %s, without a warning of the driver', async (_what, host, query) => {
    expect(await outcomeAt(host, 'encrypted', query)).toBe('ok');
  });

  test("is used with libpq's variables", async () => {
    vi.stubEnv('PGSSLMODE', 'verify-full').stubEnv('PGSSLROOTCERT', server.ca);
    onTestFinished(() => void vi.unstubAllEnvs());

    expect(await outcomeAt('localhost', 'encrypted', '')).toBe('ok');
    expect(await outcomeAt('127.0.0.1', 'encrypted', '')).not.toBe('ok');
  });

  test.each([
    ['disable', '127.0.0.1', 'sslmode=disable', /no encryption; sslmode=require encrypts/],
    [
      'verify-full without its CA',
      'localhost',
      'sslmode=verify-full',
      /; name the file with the CA .* sslrootcert=FILE/,
    ],
    [
      'another CA',
      'localhost',
      'sslmode=verify-ca&sslrootcert=OTHER',
      /; name the file with the CA/,
    ],
    ['require and another CA', 'localhost', 'sslmode=require&sslrootcert=OTHER', /; name the file/],
    [
      'verify-full, by another name',
      '127.0.0.1',
      'sslmode=verify-full&sslrootcert=CA',
      /altnames.*; use the name of the server that its certificate has/,
    ],
    [
      'a missing file',
      'localhost',
      'sslmode=verify-full&sslrootcert=no.pem',
      /sslrootcert: ENOENT.*no\.pem/,
    ],
  ])(
    'is refused with %s, and the reason says what to change',
    async (_what, host, query, reason) => {
      expect(await outcomeAt(host, 'encrypted', query)).toMatch(reason);
    },
  );
});

describe('a database that takes no encrypted connections', () => {
  test.each(['', 'sslmode=prefer', 'sslmode=allow', 'sslmode=disable'])(
    'is used with "%s"',
    async (query) => {
      expect(await outcomeAt('127.0.0.1', 'plain', query)).toBe('ok');
    },
  );

  test('is refused with require', async () => {
    expect(await outcomeAt('127.0.0.1', 'plain', 'sslmode=require')).toMatch(
      /pg_hba\.conf rejects/,
    );
  });
});

test("connects by Cloud SQL's socket, whatever the sslmode", async () => {
  const place = `host=${server.socket}&port=${server.port}&sslmode=require`;
  const connectionString = `postgresql://postgres:pw@/encrypted?${place}`;
  const store = (await openPostgresStore({ connectionString }))._unsafeUnwrap();

  expect((await store.check()).isOk()).toBe(true);
  await store.close();
});
