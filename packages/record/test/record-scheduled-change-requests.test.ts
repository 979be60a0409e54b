import type { Authorizer, ScheduledChangeRequest } from '@forewarn/core';
import { makeRecordScheduledChangeRequests, MAX_BATCH } from '@forewarn/record';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { admitted, allowing } from '../../core/test/authorizers.ts';
import { changeRequest, changing, times } from '../../core/test/samples.ts';

const inDefault = (id: number, given: Partial<ScheduledChangeRequest> = {}) =>
  changeRequest({ id, project: 'default', ...given });

/** Records a batch, and returns the calls of the authorizer and of the store. */
async function record(
  changeRequests: readonly ScheduledChangeRequest[],
  authorizer?: Authorizer<string>,
) {
  const calls: unknown[] = [];
  const recordAll = makeRecordScheduledChangeRequests({
    authorizer: authorizer ?? allowing(calls),
    reader: { find: (key) => errAsync({ type: 'ChangeRequestNotFound', ...key }) },
    writer: {
      putAll: (...call) => {
        calls.push(['putAll', ...call]);
        return okAsync([]);
      },
    },
  });
  const command = { credentials: 'key', projectId: 'default', changeRequests };
  return { result: await recordAll(command), calls };
}

async function problemsOf(...batch: readonly ScheduledChangeRequest[]) {
  const { result, calls } = await record(batch);
  const error = result._unsafeUnwrapErr();
  expect(calls.flat()).not.toContain('putAll');
  if (error.type !== 'BadData') throw new Error(error.type);
  return error.problems.map(({ path, expected }) => `${path}: ${expected}`);
}

describe('recordScheduledChangeRequests', () => {
  test('authorizes in the project when there is no environment', async () => {
    const scope = { projectId: 'default', environment: undefined };

    expect((await record([])).calls).toEqual(admitted('PROJECT_CHANGE_REQUEST_WRITE', scope));
  });

  test('records nothing when one environment is not permitted', async () => {
    const no = { type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_WRITE' } as const;
    const asked: unknown[] = [];
    const batch = ['production', 'staging', 'development'].map((environment, id) =>
      inDefault(id, { environment }),
    );

    const { result, calls } = await record(batch, {
      authenticate: () => okAsync({ name: 'alice' }),
      authorize: (_principal, _permission, { environment }) => {
        asked.push(environment);
        return environment === 'staging' ? errAsync(no) : okAsync();
      },
    });

    expect(result._unsafeUnwrapErr()).toBe(no);
    expect(asked).toEqual(['production', 'staging']);
    expect(calls).toEqual([]);
  });

  test('accepts 1 to 1,000 change requests', async () => {
    const batch = times(1_000, (id) => inDefault(id));
    const { result, calls } = await record(batch);

    expect(MAX_BATCH).toBe(1_000);
    expect(result.isOk()).toBe(true);
    expect(calls.at(-1)).toEqual(['putAll', batch, 'alice', { onlyIf: expect.any(Function) }]);
    const problems = [': 1 to 1000 change requests'];
    expect(await problemsOf(...batch, inDefault(1_000))).toEqual(problems);
    expect(await problemsOf()).toEqual(problems);
  });

  test('reports each duplicate id with the first one, and other projects', async () => {
    const duplicates = [7, 8, 7, 9, 8, 7].map((id) => inDefault(id));

    expect(await problemsOf(...duplicates)).toEqual([
      '[2].id: another id than [0]',
      '[4].id: another id than [1]',
      '[5].id: another id than [0]',
    ]);
    const elsewhere = inDefault(2, { project: 'Default' });
    expect(await problemsOf(inDefault(1), elsewhere)).toEqual(['[1].project: "default"']);
  });

  test('reports all problems of each, in order', async () => {
    const problems = await problemsOf(
      inDefault(-1, { environment: '' }),
      inDefault(1),
      inDefault(1, { project: '', features: [changing('a\0b')] }),
    );

    const paths = problems.map((each) => each.split(':')[0]);
    expect(paths.slice(0, 2)).toEqual(['[0].id', '[0].environment']);
    expect(paths.slice(2)).toEqual([
      '[2].project',
      '[2].features[0].name',
      '[2].project',
      '[2].id',
    ]);
  });
});
