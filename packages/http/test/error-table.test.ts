import { describe, expect, test } from 'vitest';
import type { AdminError } from '../src/errors/admin-error.ts';
import { errorResponse } from '../src/errors/error-responses.ts';
import { ERROR_TABLE } from '../src/errors/error-table.ts';

const IMPACT = {
  question: { target: { kind: 'strategyDefinition', name: 'byCountry' }, intent: 'delete' },
  outcome: 'unknown',
  reasons: ['no-coverage'],
  isComplete: false,
  coverage: 'none',
  names: 'checked',
  count: 0,
  changeRequests: [],
  doubts: [],
  hidden: 0,
  fingerprint: '01234567.89',
} as const;

const SECRET = 'select secret_hash from api_keys';

/** What any error carries. */
const CARRIED = {
  permission: 'SYNC',
  allowed: ['GET', 'HEAD'],
  problems: [{ path: 'the path', expected: 'percent-encoded UTF-8' }],
  coverage: { kind: 'none' },
  retryAfterSeconds: 42,
  impact: IMPACT,
  cause: new Error(SECRET),
};

const responseTo = (type: string) => errorResponse({ type, ...CARRIED } as unknown as AdminError);

/** What the body of some errors has besides. */
const ADDED: Readonly<Record<string, string>> = { BadData: 'details', StrategyInUse: 'impact' };

// docs/reference/errors.md has the status, the name and the message of each, and a test compares it.
describe('errorResponse', () => {
  test.each(Object.keys(ERROR_TABLE))(
    'differs: returns an id, a name and a message with every error, and details only for bad input: %s',
    (type) => {
      const { body } = responseTo(type);
      const { id, name, message, ...more } = body;

      for (const text of [id, name, message]) expect(text).toMatch(/./);
      expect(Object.keys(more)).toEqual([ADDED[type] ?? []].flat());
      expect(JSON.stringify(body)).not.toContain(SECRET);
    },
  );

  test.each([
    ['AuthenticationRequired', { 'WWW-Authenticate': 'Bearer' }],
    ['TooManyAttempts', { 'Retry-After': '42' }],
    ['MethodNotAllowed', { Allow: 'GET, HEAD' }],
    ['BodyTooLarge', { Connection: 'close' }],
    ['AuthorizerUnavailable', { 'Retry-After': '1' }],
    ['DataTooOld', {}],
  ])('%s has the headers %j', (type, headers) => {
    expect(responseTo(type).headers).toEqual(headers);
  });

  test.each([
    [{}, ''],
    [{ projectId: 'p' }, ' in the project "p"'],
    [{ environment: 'e' }, ' in the environment "e"'],
    [{ projectId: 'p', environment: 'e' }, ' in the project "p" in the environment "e"'],
  ])('names the scope %j of a permission', (scope, where) => {
    const error = { type: 'NoAccess', permission: 'DELETE_STRATEGY', ...scope } as const;

    expect(errorResponse(error).body.message).toBe(
      `You need the permission DELETE_STRATEGY${where} to do this.`,
    );
  });

  test.each([
    [90_000, '90 seconds'],
    [119_999, '119 seconds'],
    [900_000, '15 minutes'],
    [86_400_000, '24 hours'],
    [604_800_000, '7 days'],
  ])('says how old data is, and that the limit is %d ms, in words', (maxDataAgeMs, limit) => {
    const asOf = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const coverage = { kind: 'as-of', asOf, source: 'import' } as const;
    const error = { type: 'DataTooOld', projectId: 'shop', coverage, maxDataAgeMs } as const;

    expect(errorResponse(error).body.message).toBe(
      `The data of the project "shop" is 3 days old, from ${asOf}, and the limit is ${limit}. List all its change requests again, with an import or a sync.`,
    );
  });

  test('says that a clock is wrong if data is of the future', () => {
    const coverage = { kind: 'as-of', asOf: '2100-01-01T00:00:00Z', source: 'sync' } as const;
    const error = { type: 'DataTooOld', projectId: 'shop', coverage, maxDataAgeMs: 1 } as const;

    expect(errorResponse(error).body.message).toMatch(
      /^The data of the project "shop" is from 2100-01-01T00:00:00Z, which is to come by the clock of this server/,
    );
  });

  test('lists one hundred problems, and says how many more there are', () => {
    const wrong = (count: number) => {
      const [first, ...others] = Array.from({ length: count }, (_, i) => ({
        path: `[${i}]`,
        expected: 'less',
      }));
      if (first === undefined) throw new Error('none');
      return errorResponse({ type: 'BadData', problems: [first, ...others] }).body;
    };

    expect(wrong(100).details).toHaveLength(100);
    expect(wrong(100).message).toMatch(/ \[99\]: expected less\.$/);
    expect(wrong(5_000).details).toEqual(wrong(100).details);
    expect(wrong(5_000).message).toBe(`${wrong(100).message} And more.`);
  });

  test('calls an empty path the body, and gives each response its own id', () => {
    const problems = [{ path: '', expected: 'JSON' }] as const;
    const [one, other] = [1, 2].map(() => errorResponse({ type: 'BadData', problems }).body);

    expect(one).toMatchObject({
      message: 'the body: expected JSON.',
      details: [{ path: '', message: 'expected JSON' }],
    });
    expect(one?.id).not.toBe(other?.id);
  });
});
