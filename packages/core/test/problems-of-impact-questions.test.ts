import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { type ImpactQuestion, makeGetImpact, makeGetProjectImpact } from '../src/index.ts';
import { allowing } from './authorizers.ts';

const CHECKOUT: ImpactQuestion = { target: { kind: 'feature', name: 'checkout' } };
const times = (count: number) => Array.from({ length: count }, () => CHECKOUT);

const CASES: readonly (readonly [string, readonly ImpactQuestion[], string])[] = [
  ['no questions', [], 'questions'],
  ['1,001 questions', times(1_001), 'questions'],
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
];

describe.each(['getProjectImpact', 'getImpact'])('%s', (name) => {
  const ask = (questions: readonly ImpactQuestion[], calls: unknown[]) => {
    const ports = {
      authorizer: allowing([]),
      projects: { list: () => okAsync([]) },
      reader: {
        impact: () => {
          calls.push('impact');
          const targets = questions.map(() => NOTHING);
          return okAsync({ projects: [SHOP], hasOtherProjects: false, targets });
        },
      },
    };
    return name === 'getImpact'
      ? makeGetImpact(ports)({ credentials: 'key', questions })
      : makeGetProjectImpact(ports)({ credentials: 'key', projectId: 'shop', questions });
  };
  const NOTHING = { count: 0, touching: [], isDoubtful: false, doubtful: [] };
  const SHOP = { projectId: 'shop', coverage: { kind: 'live' } } as const;

  test.each(CASES)('rejects %s, and does not ask the store', async (_what, questions, path) => {
    const calls: unknown[] = [];

    const result = await ask(questions, calls);

    expect(result.isErr() && result.error).toMatchObject({ type: 'BadData', problems: [{ path }] });
    expect(calls).toEqual([]);
  });

  test('accepts 1,000 questions, and the same one twice', async () => {
    const calls: unknown[] = [];

    const result = await ask(times(1_000), calls);

    expect(result.isOk() && result.value.impacts).toHaveLength(1_000);
    expect(calls).toEqual(['impact']);
  });
});
