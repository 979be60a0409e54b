import { expect, test } from 'vitest';
import { failureOfResponse, isPassing } from '../page/api/failure.ts';

test.each([502, 503, 504])('a proxy without its service, with %i, is told as passing', (status) => {
  const failure = failureOfResponse(status, '<h1>Bad gateway</h1>');

  expect(isPassing(failure)).toBe(true);
  expect(failure).toMatchObject({ message: `The response is not Forewarn's (status ${status}).` });
});

test.each([302, 401, 404])('another service, with %i, is not', (status) => {
  expect(failureOfResponse(status, '<h1>Log in</h1>').kind).toBe('unreadable');
});
