import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  makeRecordScheduledChangeRequest,
  type ProjectNotFound,
  type PutOutcome,
  type RecordScheduledChangeRequest,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestWriter,
  type StoreUnavailable,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';

type StoreResult = ReturnType<ScheduledChangeRequestWriter['put']>;

function recording(
  storeResult: StoreResult = okAsync('created'),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly record: RecordScheduledChangeRequest<string> } {
  const calls: unknown[] = [];
  const record = makeRecordScheduledChangeRequest({
    authorizer: authorizer(calls),
    reader: { find: (key) => errAsync({ type: 'ChangeRequestNotFound', ...key }) },
    writer: {
      put: (...call) => {
        calls.push(['put', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, record };
}

const changeRequest: ScheduledChangeRequest = {
  id: 1,
  environment: 'production',
  project: 'default',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
};
const ASKED = admitted('PROJECT_CHANGE_REQUEST_WRITE', {
  projectId: 'default',
  environment: 'production',
});

describe('recordScheduledChangeRequest', () => {
  test('authorizes in project and environment first, then records in the name of the principal', async () => {
    const { calls, record } = recording();

    await record({ credentials: 'key', changeRequest });

    expect(calls).toEqual([
      ...ASKED,
      ['put', changeRequest, 'alice', { onlyIf: expect.any(Function) }],
    ]);
  });

  test('passes the precondition to the store', async () => {
    const { record } = recording();
    const onlyIf = (): boolean => {
      throw new Error('the use case called the precondition');
    };

    const result = await record({ credentials: 'key', changeRequest, onlyIf });

    expect(result.isOk()).toBe(true);
  });

  test.each<PutOutcome>(['created', 'replaced', 'unchanged'])('returns %s', async (recorded) => {
    const { record } = recording(okAsync(recorded));

    const result = await record({ credentials: 'key', changeRequest });

    expect(result.isOk() && result.value).toBe(recorded);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const given of [changeRequest, { ...changeRequest, project: '' }]) {
      const { calls, record } = recording(undefined, () => refusing(no));

      const result = await record({ credentials: 'key', changeRequest: given });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<ProjectNotFound | StoreUnavailable>([
    { type: 'ProjectNotFound', projectId: 'default' },
    { type: 'StoreUnavailable', cause: new Error('disk full') },
  ])('returns $type of the store unchanged', async (error) => {
    const { record } = recording(errAsync(error));

    const result = await record({ credentials: 'key', changeRequest });

    expect(result.isErr() && result.error).toBe(error);
  });

  test('returns BadData with each path and what is valid there, without a store call', async () => {
    const { calls, record } = recording();

    const result = await record({
      credentials: 'key',
      changeRequest: {
        ...changeRequest,
        id: -1,
        features: [{ name: '', changes: [] }],
      },
    });

    expect(result.isErr() && result.error).toEqual({
      type: 'BadData',
      problems: [
        { path: 'id', expected: 'a whole number from 0 to 2^53 - 1' },
        {
          path: 'features[0].name',
          expected:
            '1 to 255 characters, none of them a control character or an unpaired surrogate',
        },
      ],
    });
    expect(calls).toEqual([...ASKED]);
  });
});
