import type { ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { refusing, REFUSALS } from './authorizers.ts';
import { definition, following, UNLEASH } from './followed-world.ts';
import { NAME } from './strategy-world.ts';

const command = { credentials: 'key', name: NAME };

describe('what the upstream owns', () => {
  const change = { kind: 'deprecate' } as const;
  type UseCases = Awaited<ReturnType<typeof following>>['useCases'];
  const CHANGES: Readonly<Record<string, (useCases: UseCases) => ResultAsync<unknown, unknown>>> = {
    registerStrategy: ({ registerStrategy }) =>
      registerStrategy({ credentials: 'key', definition: { ...definition, name: '' } }),
    changeStrategy: ({ changeStrategy }) => changeStrategy({ ...command, change }),
    registerProject: ({ registerProject }) =>
      registerProject({ credentials: 'key', project: { id: '', name: '' } }),
  };

  test.each(Object.entries(CHANGES))('%s is refused, whatever the input', async (_name, run) => {
    const { store, useCases } = await following();
    const before = await store.events.list({ limit: 1 });

    expect(await run(useCases)).toMatchObject({ error: { type: 'OwnedByUpstream', url: UNLEASH } });

    expect(await store.events.list({ limit: 1 })).toEqual(before);
  });

  test.each(Object.entries(CHANGES))('%s asks the authorizer first', async (_name, run) => {
    const [no] = REFUSALS;
    const { useCases } = await following(
      undefined,
      refusing(no ?? { type: 'AuthenticationRequired' }),
    );

    expect(await run(useCases)).toMatchObject({ error: no });
  });

  test('deletes a project, which the upstream may no longer have', async () => {
    const { useCases } = await following();

    expect((await useCases.deleteProject({ credentials: 'key', projectId: 'shop' })).isOk()).toBe(
      true,
    );
  });
});
