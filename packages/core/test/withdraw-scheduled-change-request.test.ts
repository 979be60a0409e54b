import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type ChangeRequestNotFound,
  makeWithdrawScheduledChangeRequest,
  type PreconditionFailed,
  type ScheduledChangeRequestRecorder,
  type StoreUnavailable,
  type WithdrawScheduledChangeRequest,
} from '../src/index.ts';
import { allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

type Answer = ReturnType<ScheduledChangeRequestRecorder['withdraw']>;

function withdrawing(
  answer: Answer = okAsync(undefined),
  authorizer = allowing,
): {
  readonly calls: readonly unknown[];
  readonly withdraw: WithdrawScheduledChangeRequest<string>;
} {
  const calls: unknown[] = [];
  const withdraw = makeWithdrawScheduledChangeRequest({
    authorizer: authorizer(calls),
    recorder: {
      withdraw: (...call) => {
        calls.push(['withdraw', ...call]);
        return answer;
      },
    },
  });
  return { calls, withdraw };
}

const COMMAND = { credentials: 'key', projectId: 'default', id: 7 };

const asked = (projectId: string): unknown => [
  'authorize',
  { credentials: 'key', permission: 'PROJECT_CHANGE_REQUEST_WRITE', projectId },
];

describe('withdrawScheduledChangeRequest', () => {
  test('authorizes in the project first, then withdraws by the principal', async () => {
    const { calls, withdraw } = withdrawing();

    const result = await withdraw(COMMAND);

    expect(result.isOk()).toBe(true);
    // The key alone: no credentials reach a store.
    expect(calls).toStrictEqual([
      asked('default'),
      ['withdraw', { projectId: 'default', id: 7 }, 'alice', undefined],
    ]);
  });

  test('passes on what has to hold, for the store to ask', async () => {
    const { calls, withdraw } = withdrawing();
    const onlyIf = (): boolean => {
      throw new Error('asked too early');
    };

    await withdraw({ ...COMMAND, onlyIf });

    expect(calls.at(-1)).toStrictEqual([
      'withdraw',
      { projectId: 'default', id: 7 },
      'alice',
      onlyIf,
    ]);
  });

  test.each(REFUSALS)('whom the authorizer refuses with $type learns nothing else', async (no) => {
    for (const projectId of ['default', '']) {
      const { calls, withdraw } = withdrawing(undefined, () => refusing(no));

      const result = await withdraw({ ...COMMAND, projectId });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<ChangeRequestNotFound | PreconditionFailed | StoreUnavailable>([
    { type: 'ChangeRequestNotFound', projectId: 'default', id: 7 },
    { type: 'PreconditionFailed' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('passes on $type of the store as it is', async (error) => {
    const { withdraw } = withdrawing(errAsync(error));

    const result = await withdraw(COMMAND);

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not ask the store for a project that nobody can have: %s',
    async (_why, projectId) => {
      const { calls, withdraw } = withdrawing();

      const result = await withdraw({ ...COMMAND, projectId });

      expect(result.isErr() && result.error).toStrictEqual({
        type: 'ChangeRequestNotFound',
        projectId,
        id: 7,
      });
      expect(calls).toStrictEqual([asked(projectId)]);
    },
  );

  test.each([1.5, 2 ** 53, Number.NaN, Infinity])(
    'does not ask the store for an id that none can have: %d',
    async (id) => {
      const { calls, withdraw } = withdrawing();

      const result = await withdraw({ ...COMMAND, id });

      expect(result.isErr() && result.error).toStrictEqual({
        type: 'ChangeRequestNotFound',
        projectId: 'default',
        id,
      });
      expect(calls).toStrictEqual([asked('default')]);
    },
  );
});
