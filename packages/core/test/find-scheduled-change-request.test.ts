import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type ChangeRequestNotFound,
  type FindScheduledChangeRequest,
  makeFindScheduledChangeRequest,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
  type StoreUnavailable,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

const changeRequest: ScheduledChangeRequest = {
  id: 7,
  environment: 'production',
  project: 'default',
  state: 'Scheduled',
  features: [],
  segments: [],
};

type StoreResult = ReturnType<ScheduledChangeRequestReader['find']>;

function finding(
  storeResult: StoreResult = okAsync(changeRequest),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly find: FindScheduledChangeRequest<string> } {
  const calls: unknown[] = [];
  const find = makeFindScheduledChangeRequest({
    authorizer: authorizer(calls),
    reader: {
      find: (...call) => {
        calls.push(['find', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, find };
}

const QUERY = { credentials: 'key', projectId: 'default', id: 7 };

const asked = (projectId: string) => admitted('PROJECT_CHANGE_REQUEST_READ', { projectId });

describe('findScheduledChangeRequest', () => {
  test('authorizes in the project first, then returns the stored change request', async () => {
    const { calls, find } = finding();

    const result = await find(QUERY);

    expect(result.isOk() && result.value).toBe(changeRequest);
    expect(calls).toEqual([...asked('default'), ['find', { projectId: 'default', id: 7 }, {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const projectId of ['default', '']) {
      const { calls, find } = finding(undefined, () => refusing(no));

      const result = await find({ ...QUERY, projectId });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<ChangeRequestNotFound | StoreUnavailable>([
    { type: 'ChangeRequestNotFound', projectId: 'default', id: 7 },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { find } = finding(errAsync(error));

    const result = await find(QUERY);

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each([
    ...IMPOSSIBLE_NAMES.map(([why, projectId]) => [why, { projectId }] as const),
    ...[1.5, 2 ** 53, Number.NaN, Infinity].map((id) => [String(id), { id }] as const),
  ])('does not ask the store about an impossible key: %s', async (_why, impossible) => {
    const { calls, find } = finding();
    const { credentials: _key, ...key } = { ...QUERY, ...impossible };

    const result = await find({ ...QUERY, ...impossible });

    expect(result.isErr() && result.error).toEqual({ type: 'ChangeRequestNotFound', ...key });
    expect(calls).toEqual([...asked(key.projectId)]);
  });
});
