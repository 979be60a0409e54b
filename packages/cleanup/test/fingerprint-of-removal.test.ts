import { describe, expect, test } from 'vitest';
import { at, FRIDAY, MONDAY } from '../../forecast/test/forecast-samples.ts';
import type { PlannedRemoval } from '../src/cleanup.ts';
import { fingerprintOfRemoval } from '../src/fingerprint-of-removal.ts';
import { planCleanup } from '../src/plan-cleanup.ts';
import { CLOCK, DAY_MS, factsOf, feature, NOW } from './candidates.ts';

type Given = Parameters<typeof factsOf>[2];

const planOf = async (scheduled: Parameters<typeof factsOf>[1] = [], given: Given = {}) => {
  const [removal] = planCleanup([await factsOf(feature('sale'), scheduled, given)], CLOCK);
  return { ...removal!, fingerprint: await fingerprintOfRemoval(removal!) };
};

const touching = (given = {}) => [at(MONDAY, 1, 'sale', [{ action: 'updateEnabled' }], given)];
describe('a fingerprint', () => {
  test('stays the same while the verdict and what decides it do', async () => {
    const { fingerprint } = await planOf(touching());

    expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect((await planOf(touching({ title: 'Another title' }))).fingerprint).toBe(fingerprint);
  });

  test('stays the same once what comes before the last is over', async () => {
    const last = at(FRIDAY, 2, 'sale', [{ action: 'updateEnabled' }]);
    const { fingerprint } = await planOf([...touching(), last]);

    expect((await planOf([last])).fingerprint).toBe(fingerprint);
  });

  test('stays the same in an earlier wave', async () => {
    const { fingerprint, ...removal } = await planOf();

    expect(await fingerprintOfRemoval({ ...removal, wave: 7 })).toBe(fingerprint);
  });

  test('of a feature that is seen again and again stays the same', async () => {
    const seen = (ms: number) => planOf([], { use: { lastSeenAt: NOW - ms } });

    expect((await seen(1)).fingerprint).toBe((await seen(DAY_MS)).fingerprint);
  });

  test('differs for another target, project, verdict, time, reason or piece of evidence', async () => {
    const removal = planCleanup([await factsOf(feature('sale'), touching())], CLOCK)[0]!;
    const [evidence] = removal.evidence;
    const others: readonly PlannedRemoval[] = [
      removal,
      { ...removal, target: { kind: 'strategyDefinition', name: 'sale' } },
      { ...removal, project: 'web' },
      { ...removal, verdict: 'now' },
      { ...removal, after: '2026-11-24T09:00:00.000Z' },
      { ...removal, reasons: ['used'] },
      { ...removal, evidence: [] },
      ...(['forecast', 'rule'] as const).map((key) => ({
        ...removal,
        evidence: [{ ...evidence!, [key]: 'unknown' }] as PlannedRemoval['evidence'],
      })),
      {
        ...removal,
        evidence: [{ ...evidence!, changeRequest: { ...evidence!.changeRequest!, id: 2 } }],
      },
    ];
    const fingerprints = await Promise.all(others.map(fingerprintOfRemoval));

    expect(new Set(fingerprints).size).toBe(others.length);
  });
});
