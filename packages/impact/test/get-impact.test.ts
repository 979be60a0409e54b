import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import type { ImpactQuestion } from '../src/impact-question.ts';
import { makeGetImpact, makeGetProjectImpact } from '../src/impacts.ts';
import { makeGetStrategyImpact } from '../src/strategy-impact.ts';
import { allowing } from '../../core/test/authorizers.ts';
import { changingCheckout, CHECKOUT, LIVE, NOTHING, readers, times } from './samples.ts';

const BASKET: ImpactQuestion = { target: { kind: 'feature', name: 'basket' } };

async function world() {
  const store = createMemoryStore();
  for (const project of ['shop', 'bank']) {
    await store.projects.register({ id: project, name: project }, 'setup');
    await store.writer.put(changingCheckout({ project }), 'setup');
  }
  return store;
}

const listed = (impact: { changeRequests: readonly { project: string }[] } | undefined) =>
  impact?.changeRequests.map(({ project }) => project);

describe('getProjectImpact', () => {
  test('looks in the project only, and returns the impacts in the order of the questions', async () => {
    const ask = makeGetProjectImpact({ authorizer: readers, ...(await world()) });
    const questions = [BASKET, CHECKOUT];

    const result = await ask({ credentials: 'shop', projectId: 'shop', questions });

    const { impacts } = result._unsafeUnwrap();
    expect(impacts.map(({ outcome }) => outcome)).toEqual(['none', 'some']);
    expect(listed(impacts[1])).toEqual(['shop']);
  });

  test('returns ProjectNotFound for a project that is not registered', async () => {
    const ask = makeGetProjectImpact({ authorizer: allowing([]), ...(await world()) });

    const result = await ask({ credentials: 'key', projectId: 'nowhere', questions: [CHECKOUT] });

    expect(result._unsafeUnwrapErr()).toEqual({ type: 'ProjectNotFound', projectId: 'nowhere' });
  });
});

describe('getImpact', () => {
  const impactsFor = async (credentials: string, question = CHECKOUT) => {
    const ask = makeGetImpact({ authorizer: readers, ...(await world()) });
    return (await ask({ credentials, questions: [question] }))._unsafeUnwrap().impacts[0];
  };

  test('looks in all projects', async () => {
    expect(listed(await impactsFor('shop bank'))).toEqual(['bank', 'shop']);
    expect(await impactsFor('shop bank', BASKET)).toMatchObject({ outcome: 'none' });
  });

  test('is unknown, never none, when a project is unreadable', async () => {
    const touched = await impactsFor('shop');
    expect(touched).toMatchObject({ outcome: 'some', count: 1, reasons: [] });
    expect(listed(touched)).toEqual(['shop']);
    const reasons = ['unreadable-projects'];
    expect(await impactsFor('shop', BASKET)).toMatchObject({ outcome: 'unknown', reasons });
  });

  test('is unknown when no project is readable', async () => {
    const reasons = ['no-coverage', 'unreadable-projects'];
    expect(await impactsFor('')).toMatchObject({ outcome: 'unknown', count: 0, reasons });
  });

  test.each([
    ['unknown', true],
    ['none', false],
  ])('is %s when the origin of the copies hides projects: %s', async (outcome, hides) => {
    const origins = { hidesProjects: () => okAsync(hides) };
    const ask = makeGetImpact({ authorizer: readers, ...(await world()), origins });
    const result = await ask({ credentials: 'shop bank', questions: [BASKET] });

    expect(result._unsafeUnwrap().impacts[0]).toMatchObject({ outcome });
  });

  test('asks whether projects are hidden before it reads what would find them', async () => {
    const calls: string[] = [];
    const ports = portsOf(NOTHING, () => calls.push('find'));
    const origins = {
      hidesProjects: () => {
        calls.push('hidesProjects');
        return okAsync(false);
      },
    };

    await makeGetImpact({ ...ports, origins })({ credentials: 'key', questions: [BASKET] });
    expect(calls).toEqual(['hidesProjects', 'find']);
    await makeGetStrategyImpact({ ...ports, origins })(call);
    expect(calls.slice(2)).toEqual(['hidesProjects', 'find']);
  });

  test('is unknown when a project is registered meanwhile', async () => {
    const { projects, reader } = await world();
    const list = async () => {
      const found = await projects.list();
      await projects.register({ id: 'new', name: 'New' }, 'setup');
      return found;
    };
    const ask = makeGetImpact({ authorizer: allowing([]), projects: { list }, reader });

    const result = await ask({ credentials: 'key', questions: [BASKET] });

    const reasons = ['unreadable-projects'];
    expect(result._unsafeUnwrap().impacts[0]).toMatchObject({ outcome: 'unknown', reasons });
  });
});

const SHOP = [{ projectId: 'shop', coverage: LIVE }];
const definition = { name: 'sale', parameters: [], deprecated: false, editable: true };

/** Ports that return these findings for each target, after they noted the call. */
const portsOf = (findings: typeof NOTHING, called: () => void = () => {}) => ({
  authorizer: allowing([]),
  projects: { list: () => okAsync([{ id: 'shop', name: 'Shop', coverage: LIVE }]) },
  reader: {
    impact: ({ asked }: { readonly asked: readonly unknown[] }) => {
      called();
      const targets = asked.map(() => findings);
      return okAsync({ projects: SHOP, hasOtherProjects: false, targets });
    },
  },
  strategies: {
    findUse: () => okAsync({ definition, projects: SHOP, touching: [], doubtful: [] }),
  },
});
const call = { credentials: 'key', projectId: 'shop', name: 'sale' };

test.each([
  ['getImpact', makeGetImpact],
  ['getProjectImpact', makeGetProjectImpact],
  ['getStrategyImpact', makeGetStrategyImpact],
] as const)('%s explains nothing more once its signal is aborted', async (_name, make) => {
  // The caller leaves when the findings are there, before they are explained.
  const leaver = new AbortController();
  const cause = new Error('the client left');
  const schedule = { status: 'suspended', scheduledAt: '', reason: 'x'.repeat(100_000) } as const;
  const touching = times(10, (id) => changingCheckout({ id, schedule }));
  const ports = portsOf({ ...NOTHING, count: 10, touching }, () => leaver.abort(cause));

  const result = await make(ports)({ ...call, signal: leaver.signal, questions: [CHECKOUT] });

  expect(result._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause });
});

describe.each([
  ['getImpact', makeGetImpact],
  ['getProjectImpact', makeGetProjectImpact],
] as const)('%s', (_name, make) => {
  const ask = async (questions: readonly ImpactQuestion[]) => {
    let calls = 0;
    const ports = portsOf(NOTHING, () => {
      calls += 1;
    });
    return { result: await make(ports)({ ...call, questions }), calls };
  };

  test.each<readonly [string, readonly ImpactQuestion[], string]>([
    ['no questions', [], 'questions'],
    ['1,001 questions', times(1_001, () => CHECKOUT), 'questions'],
    [
      'a name that is not valid',
      [CHECKOUT, { target: { kind: 'strategyDefinition', name: '' } }],
      'questions[1].target',
    ],
    [
      'an intent of another kind',
      [{ target: { kind: 'segment', id: 7 }, intent: 'archive' }],
      'questions[0].intent',
    ],
    [
      'a feature beside another kind than a strategy',
      [{ target: { kind: 'segment', id: 7 }, feature: 'checkout' }],
      'questions[0].feature',
    ],
    [
      'a feature that is not valid',
      [{ target: { kind: 'strategy', id: 's-1' }, feature: '\n' }],
      'questions[0].feature',
    ],
  ])('rejects %s, and does not ask the store', async (_what, questions, path) => {
    const { result, calls } = await ask(questions);

    expect(result._unsafeUnwrapErr()).toMatchObject({ type: 'BadData', problems: [{ path }] });
    expect(calls).toBe(0);
  });

  test('accepts 1,000 questions, and the same one twice', async () => {
    const { result, calls } = await ask(times(1_000, () => CHECKOUT));

    expect(result._unsafeUnwrap().impacts).toHaveLength(1_000);
    expect(calls).toBe(1);
  });
});
