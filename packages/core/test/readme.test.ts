import { expect, test } from 'vitest';
import { breaksBasket, breaksStrategy } from './matches-any.example.ts';
import { search } from './own-ports.example.ts';

test('the example of the rule returns the values in its comments', () => {
  expect(breaksStrategy).toBe(true);
  expect(breaksBasket).toBe(false);
});

test('the example with its own ports returns and refuses as documented', async () => {
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const question = { credentials: 'secret', projectId: 'default', anyOf };
  const found = await search(question);
  const nothingAsked = await search({ ...question, anyOf: [] });
  const stranger = await search({ ...question, credentials: 'guess' });
  const elsewhere = await search({ ...question, projectId: 'nowhere' });

  expect(found.isOk() && found.value.changeRequests).toEqual([
    { id: 42, environment: 'production' },
  ]);
  expect(nothingAsked.isOk() && nothingAsked.value.changeRequests).toEqual([]);
  expect(stranger.isErr() && stranger.error).toEqual({ type: 'AuthenticationRequired' });
  expect(elsewhere.isErr() && elsewhere.error).toEqual({
    type: 'ProjectNotFound',
    projectId: 'nowhere',
  });
});
