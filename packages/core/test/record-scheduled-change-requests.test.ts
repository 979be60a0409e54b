import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type Authorizer,
  makeRecordScheduledChangeRequests,
  MAX_BATCH,
  type UseCases,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestWriter,
} from '../src/index.ts';
import { admitted, allowing } from './authorizers.ts';
import { changeRequest, times } from './samples.ts';

type StoreResult = ReturnType<ScheduledChangeRequestWriter['putAll']>;

function recording(
  storeResult: StoreResult = okAsync([]),
  authorizer: (calls: unknown[]) => Authorizer<string> = allowing,
): {
  readonly calls: readonly unknown[];
  readonly record: UseCases<string>['recordScheduledChangeRequests'];
} {
  const calls: unknown[] = [];
  const record = makeRecordScheduledChangeRequests({
    authorizer: authorizer(calls),
    reader: { find: (key) => errAsync({ type: 'ChangeRequestNotFound', ...key }) },
    writer: {
      putAll: (...call) => {
        calls.push(['putAll', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, record };
}

const inDefault = (id: number, given: Partial<ScheduledChangeRequest> = {}) =>
  changeRequest({ id, project: 'default', ...given });

const command = (changeRequests: readonly ScheduledChangeRequest[]) => ({
  credentials: 'key',
  projectId: 'default',
  changeRequests,
});

const asked = (environment?: string) =>
  admitted('PROJECT_CHANGE_REQUEST_WRITE', { projectId: 'default', environment });

async function problemsOf(
  changeRequests: readonly ScheduledChangeRequest[],
): Promise<readonly (readonly [path: string, expected: string])[]> {
  const { calls, record } = recording();

  const result = await record(command(changeRequests));

  expect(calls.flat()).not.toContain('putAll');
  if (result.isOk() || result.error.type !== 'BadData') throw new Error('no bad data');
  return result.error.problems.map(({ path, expected }) => [path, expected]);
}

describe('recordScheduledChangeRequests', () => {
  test('authorizes in the project when there is no environment', async () => {
    const { calls, record } = recording();

    await record(command([]));

    expect(calls).toEqual([...asked()]);
  });

  test('records nothing when one environment is not permitted', async () => {
    const no = { type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_WRITE' } as const;
    const asking: unknown[] = [];
    const { calls, record } = recording(undefined, () => ({
      authenticate: () => okAsync({ name: 'alice' }),
      authorize: (_principal, _permission, { environment }) => {
        asking.push(environment);
        return environment === 'staging' ? errAsync(no) : okAsync();
      },
    }));
    const environments = ['production', 'staging', 'development'];

    const result = await record(
      command(environments.map((environment, id) => inDefault(id, { environment }))),
    );

    expect(result.isErr() && result.error).toBe(no);
    expect(asking).toEqual(['production', 'staging']);
    expect(calls).toEqual([]);
  });

  test('accepts 1 to 1,000 change requests', async () => {
    const batch = times(1_001, (id) => inDefault(id));
    const { calls, record } = recording();

    expect(MAX_BATCH).toBe(1_000);
    expect((await record(command(batch.slice(1)))).isOk()).toBe(true);
    expect(calls.at(-1)).toEqual([
      'putAll',
      batch.slice(1),
      'alice',
      { onlyIf: expect.any(Function) },
    ]);
    expect(await problemsOf(batch)).toEqual([['', '1 to 1000 change requests']]);
    expect(await problemsOf([])).toEqual([['', '1 to 1000 change requests']]);
  });

  test('reports each duplicate id with the first one', async () => {
    const batch = [7, 8, 7, 9, 8, 7].map((id) => inDefault(id));

    expect(await problemsOf(batch)).toEqual([
      ['[2].id', 'another id than [0]'],
      ['[4].id', 'another id than [1]'],
      ['[5].id', 'another id than [0]'],
    ]);
  });

  test('reports change requests of another project', async () => {
    const batch = [inDefault(1), inDefault(2, { project: 'Default' })];

    expect(await problemsOf(batch)).toEqual([['[1].project', '"default"']]);
  });

  test('reports all problems of each, in order', async () => {
    const batch = [
      inDefault(-1, { environment: '' }),
      inDefault(1),
      inDefault(1, { project: '', features: [{ name: 'a\0b', changes: [] }] }),
    ];

    const paths = (await problemsOf(batch)).map(([path]) => path);

    expect(paths).toEqual([
      '[0].id',
      '[0].environment',
      '[2].project',
      '[2].features[0].name',
      '[2].project',
      '[2].id',
    ]);
  });
});
