import { okAsync, errAsync } from 'neverthrow';
import { describe, expect, it, vi } from 'vitest';
import { apiKeyAuthorizer, hashSecret } from '../../src/keys/api-key-authorizer.ts';
import type { ClientCredentials } from '../../src/keys/client-credentials.ts';
import type { KnownKey, KnownKeys } from '../../src/keys/known-key.ts';
import type { KnownSessions } from '../../src/keys/known-session.ts';
import { stopClock } from './clock.ts';

const TOKEN = 'a'.repeat(43);
const KEY: KnownKey = { name: 'ann', secretHash: hashSecret('secret'), permissions: ['ADMIN'] };
const IDENTITY = {
  header: 'remote-user',
  from: ['10.0.0.7'],
  rules: [{ user: '*', permissions: ['PROJECT_CHANGE_REQUEST_READ'] }],
} as const;
const DOWN = { type: 'StoreUnavailable', cause: new Error('no route to host') } as const;

const pass = stopClock();

/** An authorizer over one key and one session. */
function opened({ expiresInMs = 60_000 } = {}) {
  const keys = new Map([[KEY.secretHash, KEY]]);
  const session = {
    tokenHash: hashSecret(TOKEN),
    secretHash: KEY.secretHash,
    expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
  };
  const find = vi.fn<KnownSessions['find']>((hash) =>
    okAsync(hash === session.tokenHash ? session : undefined),
  );
  const known: KnownKeys = {
    find: (hash) => okAsync(keys.get(hash)),
    list: () => okAsync([...keys.values()]),
  };
  const sessions: KnownSessions = { find, list: () => okAsync([session]) };
  const authorizer = apiKeyAuthorizer(known, { sessions, identity: IDENTITY });
  const ask = async ({
    user,
    token = TOKEN,
    method = 'GET',
  }: { user?: string; token?: string; method?: string } = {}) => {
    const credentials = {
      key: undefined,
      address: () => '10.0.0.7',
      request: {
        method,
        headers: { cookie: `forewarn-session=${token}` },
        headersDistinct: user === undefined ? {} : { 'remote-user': [user] },
        socket: { remoteAddress: '10.0.0.7' },
      },
    } as unknown as ClientCredentials;
    const found = await authorizer.authenticate(credentials);
    return found.match(
      ({ name }) => name,
      ({ type }) => type,
    );
  };
  return { keys, find, ask };
}

describe('a session', () => {
  it('works until it expires', async () => {
    expect(await opened().ask()).toBe('ann');
    expect(await opened({ expiresInMs: 0 }).ask()).toBe('AuthenticationRequired');
  });

  it('works four seconds after its key was revoked, at most', async () => {
    const { keys, ask } = opened();
    expect(await ask()).toBe('ann');
    keys.clear();

    pass(3_999);
    expect(await ask()).toBe('ann');
    pass(1);
    expect(await ask()).toBe('AuthenticationRequired');
  });

  it('is asked for once in four seconds', async () => {
    const { find, ask } = opened();
    await Promise.all([ask(), ask()]);
    await ask();
    const { length } = find.mock.calls;
    await ask();

    expect(find.mock.calls).toHaveLength(length);
  });

  it('works for an address that has guessed too often, until it expires', async () => {
    const [valid, expired] = [opened(), opened({ expiresInMs: 0 })];
    for (const { ask } of [valid, expired]) {
      for (let index = 0; index < 20; index += 1)
        await ask({ token: `${index}`.padStart(43, 'x') });
    }

    expect(await valid.ask()).toBe('ann');
    expect(await expired.ask()).toBe('TooManyAttempts');
  });

  it('is unknown, not wrong, while the store is away', async () => {
    const { find, ask } = opened();
    find.mockReturnValue(errAsync(DOWN));

    expect(await ask()).toBe('AuthorizerUnavailable');
    expect(await ask({ user: 'bob' })).toBe('AuthorizerUnavailable');
  });
});

describe('a user whom a proxy names', () => {
  it('is who signed in here, if somebody did', async () => {
    expect(await opened().ask({ user: 'bob' })).toBe('ann');
    expect(await opened().ask({ user: 'bob', token: '' })).toBe('bob');
  });

  it('is not locked out by a session that has ended, nor by many', async () => {
    const { ask } = opened({ expiresInMs: 0 });
    for (let index = 0; index < 25; index += 1) expect(await ask({ user: 'bob' })).toBe('bob');
  });

  it('changes nothing without the header of the page', async () => {
    expect(await opened().ask({ user: 'bob', token: '', method: 'POST' })).toBe(
      'AuthenticationRequired',
    );
  });
});
