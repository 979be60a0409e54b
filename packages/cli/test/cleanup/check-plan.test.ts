import type { CleanupCandidate, CleanupFilter } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import { comparePlan, planJunit, summaryOf } from '../../src/cleanup/check-plan.ts';
import { planIn } from '../../src/cleanup/read-plan.ts';
import { AFTER, candidate, later, seen } from './plans.ts';

const BEFORE = Date.parse(AFTER) - 1;

async function compare(
  planned: readonly CleanupCandidate[],
  current: readonly CleanupCandidate[] | undefined,
  now = BEFORE,
) {
  const plan = planIn(JSON.stringify({ quietDays: 3, candidates: planned }))._unsafeUnwrap();
  const asked: CleanupFilter[] = [];
  const getCleanup = async (filter: CleanupFilter = {}) => {
    asked.push(filter);
    return current === undefined
      ? ({ outcome: 'unknown', failure: { type: 'TimedOut', message: 'too late' } } as const)
      : ({ outcome: 'done', value: { coverage: 'live', candidates: current } } as const);
  };
  const checked = await comparePlan({ getCleanup }, plan, now);
  const { outcome, changes } = checked;
  const summary = summaryOf(checked);
  return {
    asked,
    outcome,
    summary,
    junit: planJunit(checked, summary),
    changed: changes.map(({ planned: { target } }) => target.feature),
  };
}

describe('a plan', () => {
  test('holds while each removal that it allows does', async () => {
    const all = [candidate('a'), later('b'), seen('c')];
    const { asked, outcome } = await compare(all, [candidate('a'), later('b')]);

    expect(asked).toEqual([{ quietDays: 3, features: ['a', 'b'] }]);
    expect(outcome).toBe('none');
  });

  test('is asked about its definitions, too', async () => {
    const definition = { target: { strategyDefinition: 'gradual' } };
    const { project: _project, ...planned } = candidate('', definition);
    const { asked, outcome } = await compare([candidate('a'), planned], [candidate('a'), planned]);

    expect(asked).toEqual([
      { quietDays: 3, features: ['a'] },
      { quietDays: 3, definitions: ['gradual'] },
    ]);
    expect(outcome).toBe('none');
    const used = { ...planned, verdict: 'blocked', reasons: ['used'], fingerprint: 'x' } as const;
    expect((await compare([planned], [used])).outcome).toBe('some');
    // Each is compared with itself.
    const other = { ...planned, target: { strategyDefinition: 'other' }, fingerprint: 'other' };
    expect((await compare([planned, other], [other, planned])).outcome).toBe('none');
  });

  test('holds once its time has come', async () => {
    const due = Date.parse(AFTER);

    const now = candidate('b', { fingerprint: 'another' });
    expect(await compare([later('b')], [now], due)).toMatchObject({
      outcome: 'none',
      changed: [],
    });
    expect(await compare([later('b')], [now])).toMatchObject({ changed: ['b'] });
  });

  test('does not hold if one is blocked now', async () => {
    expect(
      await compare([candidate('a'), candidate('b')], [seen('a'), candidate('b')]),
    ).toMatchObject({
      outcome: 'some',
      changed: ['a'],
    });
  });

  test.each([
    ['nothing is known about one', []],
    [
      'one is unknown',
      [candidate('a', { verdict: 'unknown', reasons: ['too-old'], fingerprint: 'other' })],
    ],
    [
      'one is gone, as far as is known',
      [candidate('a', { verdict: 'unknown', reasons: ['not-found', 'too-old'], fingerprint: 'x' })],
    ],
    ['the server does not respond', undefined],
  ])('is unknown if %s', async (_what, current) => {
    const { outcome, summary } = await compare([candidate('a')], current);

    expect(outcome).toBe('unknown');
    expect(summary).toMatch(/^unknown whether /);
  });

  test('says how many no longer hold, and of how many that is not known', async () => {
    const all = [candidate('a'), candidate('b')];
    const { outcome, summary } = await compare(all, [seen('a')]);

    expect(outcome).toBe('some');
    expect(summary).toBe(
      '1 of 2 planned removals no longer holds; unknown whether 1 of 2 planned removals still holds; the data is live',
    );
  });

  test('does not hold by a feature of the same name in another project', async () => {
    const elsewhere = { project: 'bank' };
    const { outcome, changed } = await compare(
      [candidate('a')],
      [seen('a'), candidate('a', elsewhere)],
    );

    expect({ outcome, changed }).toEqual({ outcome: 'some', changed: ['a'] });
    expect((await compare([candidate('a')], [candidate('a', elsewhere)])).outcome).toBe('unknown');
  });

  const { project: _project, ...gone } = candidate('a', {
    verdict: 'unknown',
    reasons: ['not-found'],
    fingerprint: 'gone',
  });

  test('holds if what it allows is in no project any more', async () => {
    const all = [candidate('a'), candidate('b')];
    const { outcome, summary } = await compare(all, [gone, candidate('b')]);

    expect(outcome).toBe('none');
    expect(summary).toBe(
      'the plan holds: 1 can be removed, each at its time; 1 of 2 is gone: check --url if you removed fewer; the data is live',
    );
  });

  test('is unknown if all that it allows is gone, as on another server', async () => {
    const { outcome, summary, junit } = await compare([candidate('a')], [gone]);

    expect(outcome).toBe('unknown');
    expect(summary).toBe(
      'unknown whether the plan holds; 1 of 1 is gone: check --url if you removed fewer; the data is live',
    );
    expect(junit).toContain('<error type="unknown" message="unknown whether the plan holds;');
  });

  test('says that it could not be asked about, and not that of something scheduled', async () => {
    const { summary } = await compare([candidate('a')], undefined);

    expect(summary).toBe(
      'unknown whether all hold: too late; check --url, and that the server runs',
    );
  });

  test('that allows nothing is not asked about, and holds', async () => {
    expect(await compare([seen('a')], undefined)).toMatchObject({
      asked: [],
      outcome: 'none',
      changed: [],
    });
  });

  test.each([
    ['x', 'expected what "forewarn cleanup --json" writes'],
    ['[]', 'expected object'],
    ['{"candidates":[]}', 'quietDays: expected'],
    ['{"quietDays":7,"candidates":[{}]}', 'candidates[0].target: expected'],
    ['{"quietDays":7,"candidates":[],"failure":{}}', 'expected a plan that is complete'],
  ])('is not %s', (text, says) => {
    expect(planIn(text)._unsafeUnwrapErr()).toContain(says);
  });
});

test('a plan as JUnit XML has what no longer holds, and what is unknown', async () => {
  const planned = [candidate('a'), candidate('b')];
  const junitFor = async (...current: Parameters<typeof compare>) =>
    (await compare(...current)).junit.match(/<testcase .*/g);

  expect(await junitFor(planned, planned)).toEqual([
    '<testcase classname="forewarn check" name="each planned removal still holds" time="0"/>',
  ]);
  expect(await junitFor(planned, [seen('a')])).toEqual([
    expect.stringMatching(/^<testcase classname="shop" name=".*a.*><failure type="changed"/),
    expect.stringMatching(/^<testcase classname="shop" name=".*b.*><error type="unknown"/),
  ]);
  expect(await junitFor(planned, undefined)).toContainEqual(
    expect.stringMatching(/^<testcase classname="forewarn check" .*><error .*too late/),
  );
});
