import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type DeleteProject,
  makeDeleteProject,
  type ProjectNotFound,
  type ProjectRepository,
  type StoreUnavailable,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

type StoreResult = ReturnType<ProjectRepository['delete']>;

function deleting(
  storeResult: StoreResult = okAsync(undefined),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly deleteProject: DeleteProject<string> } {
  const calls: unknown[] = [];
  const deleteProject = makeDeleteProject({
    authorizer: authorizer(calls),
    projects: {
      delete: (...call) => {
        calls.push(['delete', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, deleteProject };
}

const asked = (projectId: string) => admitted('ADMIN', { projectId });

describe('deleteProject', () => {
  test('authorizes in the project first, then deletes in the name of the principal', async () => {
    const { calls, deleteProject } = deleting();

    const result = await deleteProject({ credentials: 'key', projectId: 'shop' });

    expect(result.isOk()).toBe(true);
    expect(calls).toEqual([...asked('shop'), ['delete', 'shop', 'alice', {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const projectId of ['shop', '']) {
      const { calls, deleteProject } = deleting(undefined, () => refusing(no));

      const result = await deleteProject({ credentials: 'key', projectId });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<ProjectNotFound | StoreUnavailable>([
    { type: 'ProjectNotFound', projectId: 'shop' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { deleteProject } = deleting(errAsync(error));

    const result = await deleteProject({ credentials: 'key', projectId: 'shop' });

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not ask the store about an invalid project id: %s',
    async (_why, projectId) => {
      const { calls, deleteProject } = deleting();

      const result = await deleteProject({ credentials: 'key', projectId });

      expect(result.isErr() && result.error).toEqual({ type: 'ProjectNotFound', projectId });
      expect(calls).toEqual([...asked(projectId)]);
    },
  );
});
