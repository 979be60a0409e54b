import { describe, expect, test } from 'vitest';
import type { AdminError } from '../src/admin-error.ts';
import { errorAnswer } from '../src/error-responses.ts';
import { ERROR_SAMPLES, type ErrorSample } from './error-samples.ts';

describe('errorAnswer', () => {
  test.each<[string, ErrorSample<AdminError>]>(Object.entries(ERROR_SAMPLES))(
    'gives %s its status, name and message, and no more',
    (_type, { error, is: [status, name, message], headers = {} }) => {
      expect(errorAnswer(error)).toStrictEqual({
        status,
        headers,
        body: { id: expect.any(String), name, message },
      });
    },
  );

  test('names the scope of a permission as far as there is one', () => {
    const messageOf = (scope: { readonly projectId?: string; readonly environment?: string }) =>
      errorAnswer({ type: 'NoAccess', permission: 'DELETE_STRATEGY', ...scope }).body.message;

    expect(messageOf({})).toBe('You need the permission DELETE_STRATEGY to do this.');
    expect(messageOf({ projectId: 'p' })).toBe(
      'You need the permission DELETE_STRATEGY in the project "p" to do this.',
    );
    expect(messageOf({ environment: 'e' })).toBe(
      'You need the permission DELETE_STRATEGY in the environment "e" to do this.',
    );
  });

  test('gives each answer an id of its own', () => {
    const ids = [1, 2].map(() => errorAnswer({ type: 'AuthenticationRequired' }).body.id);

    expect(new Set(ids).size).toBe(2);
  });
});
