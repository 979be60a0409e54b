import { afterEach, describe, expect, test, vi } from 'vitest';
import { resolveAddress } from '../src/session/address-of-url.ts';

afterEach(() => void vi.unstubAllEnvs());

const resolved = (query = '') =>
  resolveAddress({ connectionString: `postgres://db/flags?${query}` });

describe("libpq's variable PGSSLMODE", () => {
  test.each(['verify-full', 'verify-full\n', ' verify-full\r\n'])('is read as %j', (mode) => {
    vi.stubEnv('PGSSLMODE', mode);

    const { pool, otherEncryption } = resolved()._unsafeUnwrap();

    expect(pool).toMatchObject({ ssl: {} });
    expect(pool).not.toHaveProperty('ssl.rejectUnauthorized');
    expect(otherEncryption).toBeUndefined();
  });

  test.each(['Verify-Full', 'verify_full', 'true'])('is no other text, such as %j', (mode) => {
    vi.stubEnv('PGSSLMODE', mode);

    expect(resolved()._unsafeUnwrapErr().message).toMatch(/^PGSSLMODE: expected one of disable, /);
    expect(resolved('sslmode=require').isOk()).toBe(true);
  });

  test('needs a CA for verify-ca', () => {
    vi.stubEnv('PGSSLMODE', 'verify-ca').stubEnv('PGSSLROOTCERT', ' ');

    expect(resolved()._unsafeUnwrapErr().message).toMatch(/^PGSSLMODE: expected PGSSLROOTCERT/);
  });
});
