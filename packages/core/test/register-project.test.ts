import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  makeRegisterProject,
  type ProjectExists,
  type ProjectRepository,
  type RegisterProject,
  type StoreUnavailable,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';

type StoreResult = ReturnType<ProjectRepository['register']>;

function registering(
  storeResult: StoreResult = okAsync(undefined),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly register: RegisterProject<string> } {
  const calls: unknown[] = [];
  const register = makeRegisterProject({
    authorizer: authorizer(calls),
    projects: {
      register: (...call) => {
        calls.push(['register', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, register };
}

const project = { id: 'default', name: 'Default' };
// No project in the scope: it doesn't exist yet.
const ASKED = admitted('ADMIN');

describe('registerProject', () => {
  test('authorizes first, then registers in the name of the principal', async () => {
    const { calls, register } = registering();

    const result = await register({ credentials: 'key', project });

    expect(result.isOk()).toBe(true);
    expect(calls).toEqual([...ASKED, ['register', project, 'alice', {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const given of [project, { id: '', name: '' }]) {
      const { calls, register } = registering(undefined, () => refusing(no));

      const result = await register({ credentials: 'key', project: given });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<ProjectExists | StoreUnavailable>([
    { type: 'ProjectExists', projectId: 'default' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { register } = registering(errAsync(error));

    const result = await register({ credentials: 'key', project });

    expect(result.isErr() && result.error).toBe(error);
  });

  test('returns BadData with each path and what is valid there, without a store call', async () => {
    const { calls, register } = registering();

    const result = await register({ credentials: 'key', project: { id: 'a\nb', name: 'a\0b' } });

    expect(result.isErr() && result.error).toEqual({
      type: 'BadData',
      problems: [
        {
          path: 'id',
          expected:
            '1 to 255 characters, none of them a control character or an unpaired surrogate',
        },
        { path: 'name', expected: 'text without NUL and unpaired surrogates' },
      ],
    });
    expect(calls).toEqual([...ASKED]);
  });
});
