import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import {
  type Authorizer,
  type ImpactQuestion,
  makeGetImpact,
  makeGetProjectImpact,
  type ScheduledChangeRequest,
} from '../src/index.ts';
import { allowing } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

const CHECKOUT: ImpactQuestion = { target: { kind: 'feature', name: 'checkout' } };
const BASKET: ImpactQuestion = { target: { kind: 'feature', name: 'basket' } };

const changing = (project: string, id: number): ScheduledChangeRequest => ({
  id,
  project,
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'updateEnabled' }] }],
  segments: [],
});

/** The credentials are the projects that the caller may read, separated by spaces. */
const authorizer: Authorizer<string, { readonly name: string; readonly readable: string }> = {
  authenticate: (readable) => okAsync({ name: 'alice', readable }),
  authorize: ({ readable }, permission, scope) =>
    readable.split(' ').includes(scope.projectId ?? '')
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, ...scope }),
};

async function world() {
  const store = createMemoryStore();
  for (const project of ['shop', 'bank']) {
    await store.projects.register({ id: project, name: project }, 'setup');
    await store.writer.put(changing(project, 1), 'setup');
  }
  return store;
}

const listed = (impact: { changeRequests: readonly { project: string }[] } | undefined) =>
  impact?.changeRequests.map(({ project }) => project);

describe('getProjectImpact', () => {
  test('looks in the project only, and returns the impacts in the order of the questions', async () => {
    const ask = makeGetProjectImpact({ authorizer, ...(await world()) });

    const result = await ask({
      credentials: 'shop',
      projectId: 'shop',
      questions: [BASKET, CHECKOUT],
    });

    const { impacts } = result._unsafeUnwrap();
    expect(impacts.map(({ outcome }) => outcome)).toEqual(['none', 'some']);
    expect(listed(impacts[1])).toEqual(['shop']);
  });

  test.each([...IMPOSSIBLE_NAMES, ['unregistered', 'nowhere'] as const])(
    'returns ProjectNotFound for an id that is %s',
    async (_why, projectId) => {
      const ask = makeGetProjectImpact({ authorizer: allowing([]), ...(await world()) });

      const result = await ask({ credentials: 'key', projectId, questions: [CHECKOUT] });

      expect(result.isErr() && result.error).toEqual({ type: 'ProjectNotFound', projectId });
    },
  );
});

describe('getImpact', () => {
  const impactsFor = async (credentials: string, question = CHECKOUT) =>
    (
      await makeGetImpact({ authorizer, ...(await world()) })({
        credentials,
        questions: [question],
      })
    )._unsafeUnwrap().impacts[0];

  test('looks in all projects', async () => {
    expect(listed(await impactsFor('shop bank'))).toEqual(['bank', 'shop']);
    expect(await impactsFor('shop bank', BASKET)).toMatchObject({ outcome: 'none' });
  });

  test('is unknown, never none, when a project is unreadable', async () => {
    const touched = await impactsFor('shop');
    expect(touched).toMatchObject({ outcome: 'some', count: 1, reasons: [] });
    expect(listed(touched)).toEqual(['shop']);
    expect(await impactsFor('shop', BASKET)).toMatchObject({
      outcome: 'unknown',
      reasons: ['unreadable-projects'],
    });
  });

  test('is unknown when no project is readable', async () => {
    expect(await impactsFor('')).toMatchObject({
      outcome: 'unknown',
      count: 0,
      reasons: ['no-coverage', 'unreadable-projects'],
    });
  });

  test('is unknown when a project is registered meanwhile', async () => {
    const store = await world();
    const list = () =>
      store.projects
        .list()
        .andThrough(() =>
          store.projects.register({ id: 'new', name: 'New' }, 'setup').orElse(() => okAsync()),
        );
    const ask = makeGetImpact({
      authorizer: allowing([]),
      projects: { list },
      reader: store.reader,
    });

    const result = await ask({ credentials: 'key', questions: [BASKET] });

    expect(result._unsafeUnwrap().impacts[0]).toMatchObject({
      outcome: 'unknown',
      reasons: ['unreadable-projects'],
    });
  });
});
