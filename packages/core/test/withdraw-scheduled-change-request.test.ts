import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type ChangeRequestNotFound,
  makeWithdrawScheduledChangeRequest,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestWriter,
  type StoreUnavailable,
  type WithdrawScheduledChangeRequest,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

type StoreResult = ReturnType<ScheduledChangeRequestWriter['remove']>;

function withdrawing(
  storeResult: StoreResult = okAsync(undefined),
  authorizer = allowing,
): {
  readonly calls: readonly unknown[];
  readonly withdraw: WithdrawScheduledChangeRequest<string>;
} {
  const calls: unknown[] = [];
  const withdraw = makeWithdrawScheduledChangeRequest({
    authorizer: authorizer(calls),
    reader: { find: () => okAsync(STORED) },
    writer: {
      remove: (...call) => {
        calls.push(['remove', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, withdraw };
}

const COMMAND = { credentials: 'key', projectId: 'default', id: 7 };

const STORED: ScheduledChangeRequest = {
  id: 7,
  project: 'default',
  environment: 'production',
  state: 'Scheduled',
  features: [],
  segments: [],
};

const asked = (projectId: string) => admitted('PROJECT_CHANGE_REQUEST_WRITE', { projectId });

describe('withdrawScheduledChangeRequest', () => {
  test('authorizes in the project, then in the stored environment, then withdraws', async () => {
    const { calls, withdraw } = withdrawing();

    const result = await withdraw(COMMAND);

    expect(result.isOk()).toBe(true);
    // The key alone: no credentials reach a store.
    expect(calls).toEqual([
      ...asked('default'),
      admitted('PROJECT_CHANGE_REQUEST_WRITE', {
        projectId: 'default',
        environment: 'production',
      })[1],
      ['remove', { projectId: 'default', id: 7 }, 'alice', { onlyIf: expect.any(Function) }],
    ]);
  });

  test('passes the precondition to the store', async () => {
    const { withdraw } = withdrawing();
    const onlyIf = (): boolean => {
      throw new Error('the use case called the precondition');
    };

    expect((await withdraw({ ...COMMAND, onlyIf })).isOk()).toBe(true);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const projectId of ['default', '']) {
      const { calls, withdraw } = withdrawing(undefined, () => refusing(no));

      const result = await withdraw({ ...COMMAND, projectId });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<ChangeRequestNotFound | StoreUnavailable>([
    { type: 'ChangeRequestNotFound', projectId: 'default', id: 7 },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { withdraw } = withdrawing(errAsync(error));

    const result = await withdraw(COMMAND);

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not ask the store about an invalid project id: %s',
    async (_why, projectId) => {
      const { calls, withdraw } = withdrawing();

      const result = await withdraw({ ...COMMAND, projectId });

      expect(result.isErr() && result.error).toEqual({
        type: 'ChangeRequestNotFound',
        projectId,
        id: 7,
      });
      expect(calls).toEqual([...asked(projectId)]);
    },
  );

  test.each([1.5, 2 ** 53, Number.NaN, Infinity])(
    'does not ask the store about an invalid id: %d',
    async (id) => {
      const { calls, withdraw } = withdrawing();

      const result = await withdraw({ ...COMMAND, id });

      expect(result.isErr() && result.error).toEqual({
        type: 'ChangeRequestNotFound',
        projectId: 'default',
        id,
      });
      expect(calls).toEqual([...asked('default')]);
    },
  );
});
