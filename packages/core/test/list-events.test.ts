import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { type ListEvents, makeListEvents, type Scope } from '../src/index.ts';
import type { EventPage, EventQuery, EventRepository } from '../src/operator.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

const found: EventPage = {
  events: [
    {
      id: 1,
      createdAt: '2027-01-01T00:00:00.000Z',
      createdBy: 'alice',
      type: 'project-created',
      data: { id: 'shop', name: 'Shop' },
      preData: null,
      project: 'shop',
    },
  ],
  hasOlder: true,
};

type StoreResult = ReturnType<EventRepository['list']>;

function listing(
  storeResult: StoreResult = okAsync(found),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly list: ListEvents<string> } {
  const calls: unknown[] = [];
  const list = makeListEvents({
    authorizer: authorizer(calls),
    events: {
      list: (...call) => {
        calls.push(['list', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, list };
}

const asked = (scope: Scope) => admitted('ADMIN', scope);

describe('listEvents', () => {
  test.each<EventQuery>([
    { limit: 1 },
    { limit: 10, before: 7, type: 'project-created' },
    { limit: 10, project: 'shop' },
    { limit: 10, before: 7, type: 'project-created', project: 'shop' },
  ])('authorizes in the scope of the page, then returns it: %o', async (page) => {
    const { calls, list } = listing();
    const scope = page.project === undefined ? {} : { projectId: page.project };

    const result = await list({ credentials: 'key', ...page });

    expect(result.isOk() && result.value).toBe(found);
    // The page alone: no credentials reach a store.
    expect(calls).toEqual([...asked(scope), ['list', page, {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const scope of [{}, { project: 'shop' }, { project: '' }]) {
      const { calls, list } = listing(undefined, () => refusing(no));

      const result = await list({ credentials: 'key', limit: 10, ...scope });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test('returns StoreUnavailable of the store unchanged', async () => {
    const error = { type: 'StoreUnavailable', cause: new Error('connection reset') } as const;
    const { list } = listing(errAsync(error));

    const result = await list({ credentials: 'key', limit: 10 });

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'returns none for an invalid project id: %s',
    async (_why, project) => {
      const { calls, list } = listing();

      const result = await list({ credentials: 'key', limit: 10, project });

      expect(result.isOk() && result.value).toEqual({ events: [], hasOlder: false });
      expect(calls).toEqual([...asked({ projectId: project })]);
    },
  );
});
