import { describe, expect, test } from 'vitest';
import type { AdminError } from '../src/errors/admin-error.ts';
import { errorResponse } from '../src/errors/error-responses.ts';
import { ERROR_SAMPLES, type ErrorSample } from './error-samples.ts';

describe('errorResponse', () => {
  test.each<[string, ErrorSample<AdminError>]>(Object.entries(ERROR_SAMPLES))(
    'gives %s exactly its status, name and message',
    (_type, { error, is: [status, name, message], headers = {}, details, impact }) => {
      expect(errorResponse(error)).toStrictEqual({
        status,
        headers,
        body: {
          id: expect.any(String),
          name,
          message,
          ...(details === undefined ? {} : { details }),
          ...(impact === undefined ? {} : { impact }),
        },
      });
    },
  );

  test('names the scope of a permission if there is one', () => {
    const messageOf = (scope: { readonly projectId?: string; readonly environment?: string }) =>
      errorResponse({ type: 'NoAccess', permission: 'DELETE_STRATEGY', ...scope }).body.message;

    expect(messageOf({})).toBe('You need the permission DELETE_STRATEGY to do this.');
    expect(messageOf({ projectId: 'p' })).toBe(
      'You need the permission DELETE_STRATEGY in the project "p" to do this.',
    );
    expect(messageOf({ environment: 'e' })).toBe(
      'You need the permission DELETE_STRATEGY in the environment "e" to do this.',
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

  test('calls an empty path the body', () => {
    const { message, details } = errorResponse({
      type: 'BadData',
      problems: [{ path: '', expected: 'JSON' }],
    }).body;

    expect(message).toBe('the body: expected JSON.');
    expect(details).toEqual([{ path: '', message: 'expected JSON' }]);
  });

  test('gives each response its own id', () => {
    const ids = [1, 2].map(() => errorResponse({ type: 'AuthenticationRequired' }).body.id);

    expect(new Set(ids).size).toBe(2);
  });
});
