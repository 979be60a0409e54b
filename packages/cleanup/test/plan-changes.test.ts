import { targetKey } from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import { at, MONDAY, rollout } from '../../forecast/test/forecast-samples.ts';
import type { PlannedRemoval } from '../src/cleanup.ts';
import { fingerprintOfRemoval } from '../src/fingerprint-of-removal.ts';
import { type FingerprintedRemoval, planChanges } from '../src/plan-changes.ts';
import { planCleanup } from '../src/plan-cleanup.ts';
import { CLOCK, DAY_MS, factsOf, feature, NOW } from './candidates.ts';

type Given = Parameters<typeof factsOf>[2];

const planOf = async (scheduled: Parameters<typeof factsOf>[1] = [], given: Given = {}) => {
  const [removal] = planCleanup([await factsOf(feature('sale'), scheduled, given)], CLOCK);
  return { ...removal!, fingerprint: await fingerprintOfRemoval(removal!) };
};

const touching = (given = {}) => [at(MONDAY, 1, 'sale', [rollout], given)];
const changes = (
  plan: readonly FingerprintedRemoval[],
  current: readonly FingerprintedRemoval[],
  now: number,
) => planChanges(plan, current, now, ({ target }) => [targetKey(target)]);

const AFTER = Date.parse(MONDAY) + 1;

describe('a fingerprint', () => {
  test('stays the same while the verdict and what decides it do', async () => {
    const { fingerprint } = await planOf(touching());

    expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect((await planOf(touching({ title: 'Another title' }))).fingerprint).toBe(fingerprint);
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

describe('a plan', () => {
  test('holds while nothing changes', async () => {
    const [now, after] = await Promise.all([planOf(), planOf(touching())]);

    expect(changes([now], [now], NOW)).toEqual([]);
    expect(changes([after], [after], NOW)).toEqual([]);
  });

  test('holds once what was scheduled is done', async () => {
    const [after, now] = await Promise.all([planOf(touching()), planOf()]);

    expect(changes([after], [now], AFTER)).toEqual([]);
  });

  test('does not hold if what was scheduled is gone too early', async () => {
    const [after, now] = await Promise.all([planOf(touching()), planOf()]);

    expect(changes([after], [now], NOW)).toEqual([{ planned: after, current: now }]);
  });

  test('does not hold if something else is scheduled, or the target is no longer known', async () => {
    const [now, after] = await Promise.all([planOf(), planOf(touching())]);

    expect(changes([now], [after], NOW)).toEqual([{ planned: now, current: after }]);
    expect(changes([now], [], NOW)).toEqual([{ planned: now }]);
  });

  test('holds for what is gone, and not for what is unknown for another reason, too', async () => {
    const now = await planOf();
    const gone = { ...now, verdict: 'unknown', reasons: ['not-found'], fingerprint: '' } as const;

    expect(changes([now], [gone], NOW)).toEqual([]);
    expect(changes([now], [{ ...gone, reasons: ['not-found', 'too-old'] }], NOW)).toHaveLength(1);
    expect(changes([now], [{ ...gone, reasons: ['use-unread'] }], NOW)).toHaveLength(1);
  });

  test('says nothing of what it does not allow', async () => {
    const [blocked, now] = await Promise.all([planOf([], { use: { lastSeenAt: NOW } }), planOf()]);

    expect(changes([blocked], [now], NOW)).toEqual([]);
  });
});
