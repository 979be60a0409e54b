import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { freePort } from '../../../../tools/postgres-server.ts';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { freshDatabase } from '../../../../tools/fresh-database.ts';
import { test } from '../commands/place.ts';
import { ask, type Question, searchPath, strategyPath } from './ask.ts';
import { connectTo, rawRequest } from './raw-connection.ts';
import { type RunningService, startService } from './running-service.ts';
import { proxyBefore } from './tcp-proxy.ts';

// A character that a URL encodes, so that the password has two forms.
const PASSWORD = `p4ss word-${randomBytes(8).toString('hex')}`;
const ADMIN = `admin-${randomBytes(8).toString('hex')}`;
const GUESS = `guess-${randomBytes(8).toString('hex')}`;

/** All forms in which a secret could appear. */
const SECRETS = [PASSWORD, encodeURIComponent(PASSWORD), ADMIN, GUESS].flatMap((secret) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  hashSecret(secret),
]);

const secretsIn = (text: string, more: readonly string[] = []): readonly string[] =>
  [...SECRETS, ...more].filter((secret) => text.includes(secret));

/** A role with a password and a database, behind a proxy that can fail. */
async function database() {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const url = new URL(fresh.url);
  const role = `forewarn_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(`create role ${role} login superuser password '${PASSWORD}'`);
  onTestFinished(async () => {
    // Drop the role's objects first.
    await client.query(`reassign owned by ${role} to current_user; drop role ${role}`);
    await client.end();
  });
  url.username = role;
  url.password = PASSWORD;
  const proxy = await proxyBefore(url.href);
  onTestFinished(() => proxy.cut());
  return proxy;
}

/** The parts of a process that every user of the machine can see. */
async function argumentsOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]);
  return stdout;
}

/** Sends every kind of failing request. Returns all responses. */
async function askBadly(service: RunningService): Promise<string> {
  const search = searchPath('shop', `feature=x`);
  const strategies = '/api/admin/strategies';
  const json = { 'Content-Type': 'application/json' };
  const questions: readonly Question[] = [
    ...Array.from({ length: 30 }, () => ({ path: search, key: GUESS })),
    { path: search, key: ADMIN },
    { path: `${search}&key=${ADMIN}`, key: ADMIN, headers: { Prefer: 'handling=strict' } },
    { path: '/ready', key: ADMIN },
    { path: '/nowhere', key: ADMIN },
    { path: '/%zz', key: ADMIN },
    { method: 'PATCH', path: strategies, key: ADMIN },
    { method: 'POST', path: strategies, key: ADMIN, headers: json, body: `{"name":` },
    { method: 'POST', path: strategies, key: ADMIN, headers: json, body: '{}' },
    { method: 'POST', path: strategies, key: ADMIN, body: 'name' },
    { method: 'DELETE', path: strategyPath('nope'), key: ADMIN },
    { method: 'DELETE', path: strategyPath('default'), key: `Bearer ${ADMIN}` },
  ];
  const responses = await Promise.all(questions.map((question) => ask(service, question)));
  const raw = await Promise.all(
    [
      rawRequest('GET', '/\u0001', { Authorization: ADMIN }),
      rawRequest('GET', '/', { Authorization: ADMIN, 'X-Long': 'x'.repeat(100_000) }),
      `GET / HTTP/1.1\r\nAuthorization: ${ADMIN}\r\nAuthorization ${ADMIN}\r\n\r\n`,
    ].map(async (bytes) => {
      const connection = await connectTo(service);
      connection.socket.write(bytes);
      return connection.closed;
    }),
  );
  return JSON.stringify([responses, raw]);
}

describe('no key and no database password', () => {
  test('appears in a response, the log, an error or the process list', async ({ place }) => {
    const proxy = await database();
    const env = { DATABASE_URL: proxy.url, LOG_LEVEL: 'trace', INIT_ADMIN_API_TOKENS: ADMIN };
    const seen: string[] = [];
    const run = async (typed: string) => {
      const { stdout, stderr, code } = await place.run(typed.split(' '), { env });
      seen.push(stdout, stderr);
      return code;
    };

    expect(await run('migrate')).toBe(0);
    const service = await startService(env);
    seen.push(await argumentsOf(service.process.pid ?? 0));
    seen.push(await askBadly(service));

    const created = await place.run(['keys', 'create', 'ci', '--admin'], { env });
    const made = created.stdout.trim();
    expect(made).toMatch(/^fw_/);
    seen.push(created.stderr);
    const search = { path: searchPath('nope'), key: made };
    // The guesses came from the same address, so a new key is accepted a second later.
    await expect.poll(() => ask(service, search)).toMatchObject({ status: 404 });
    for (const typed of ['create ci --admin', 'list', 'revoke ci']) await run(`keys ${typed}`);

    proxy.stall(true);
    seen.push(
      JSON.stringify(await ask(service, { path: searchPath('x', 'feature=x'), key: ADMIN })),
    );
    proxy.stall(false);
    await proxy.cut();
    seen.push(await askBadly(service));
    for (const typed of ['keys list', 'migrate', 'serve']) expect(await run(typed)).toBe(1);
    await proxy.mend();

    expect(await service.end('SIGTERM')).toEqual({ code: 0 });
    expect(service.stdout()).toContain('AuthorizerUnavailable');
    expect(service.stdout()).toContain('TooManyAttempts');
    seen.push(service.stdout(), service.stderr());
    expect(secretsIn(seen.join('\n'), [made, hashSecret(made)])).toEqual([]);
  });

  test('appears in the message about a wrong DATABASE_URL', async ({ place }) => {
    const login = `me:${encodeURIComponent(PASSWORD)}`;
    const at = `127.0.0.1:${await freePort()}`;
    for (const DATABASE_URL of [
      `postgres://${login}@${at}/flags`,
      `postgres://${login}@${at}/flags?sslmode=verify-full`,
      `postgres://${login}@${at}/flags?sslrootcert=/no/such/file`,
      `postgres://${login}%zz@${at}/flags`,
      `postgres://${login}@flags.invalid/flags`,
      `postgres://${login}@${at}0/flags`,
      `postgres://${login}/${at}/flags`,
      `postgres:${login}@${at}/flags`,
      `mysql://${login}@${at}/flags`,
      PASSWORD,
    ]) {
      const { code, stdout, stderr } = await place.run(['serve'], { env: { DATABASE_URL } });
      expect(code).toBeGreaterThan(0);
      expect(secretsIn(stdout + stderr)).toEqual([]);
      expect(stderr).toMatch(/^forewarn: DATABASE_URL: [^\n]+\n$/);
    }
  });
});
