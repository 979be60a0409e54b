import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { makeSyncProject, type SyncProject, type Upstream } from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

type Synced = ReturnType<Upstream['syncProject']>;

function syncing(
  synced: Synced = okAsync(undefined),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly syncProject: SyncProject<string> } {
  const calls: unknown[] = [];
  const syncProject = makeSyncProject({
    authorizer: authorizer(calls),
    upstream: {
      syncProject: (...call) => {
        calls.push(['sync', ...call]);
        return synced;
      },
    },
  });
  return { calls, syncProject };
}

const ASKED = admitted('SYNC', { projectId: 'shop' });

describe('syncProject', () => {
  test('authorizes in the project first, then syncs it', async () => {
    const { calls, syncProject } = syncing();

    const result = await syncProject({ credentials: 'key', projectId: 'shop' });

    expect(result.isOk()).toBe(true);
    expect(calls).toEqual([...ASKED, ['sync', 'shop', {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    const { calls, syncProject } = syncing(undefined, () => refusing(no));

    const result = await syncProject({ credentials: 'key', projectId: 'shop' });

    expect(result.isErr() && result.error).toBe(no);
    expect(calls).toEqual([]);
  });

  test.each([
    { type: 'ProjectNotFound', projectId: 'shop' },
    { type: 'UpstreamRefused', reason: 'It is hidden.' },
    { type: 'UpstreamUnavailable', reason: 'It is away.' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ] as const)('returns $type of the upstream unchanged', async (error) => {
    const { syncProject } = syncing(errAsync(error));

    const result = await syncProject({ credentials: 'key', projectId: 'shop' });

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not sync a project with an invalid id: %s',
    async (_why, name) => {
      const { calls, syncProject } = syncing();

      const result = await syncProject({ credentials: 'key', projectId: name });

      expect(result.isErr() && result.error).toEqual({ type: 'ProjectNotFound', projectId: name });
      expect(calls).toHaveLength(2);
    },
  );
});
