import { by } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import { clientOf, json } from '../../../client/test/fake-network.ts';
import { breakageOf } from '../../src/impact/breakage.ts';
import { outcomeOfAll } from '../../src/impact/ask-impact.ts';
import { tableOf } from '../../src/impact/impact-report.ts';
import type { Impact, TargetImpact } from '../../src/impact/impact.ts';
import { junitOf } from '../../src/impact/junit.ts';
import { summaryOf } from '../../src/impact/summary.ts';
import { askPlan, questionOf } from '../../src/terraform/ask-plan.ts';
import { changeRequest, clear, touched } from '../impact/impacts.ts';
import { changesOf, feature, resourceChange, UNLEASH } from './plans.ts';

type Changes = Parameters<typeof questionOf>[0];
type Scope = Parameters<typeof questionOf>[1];
type Listed = Omit<Partial<TargetImpact>, 'target' | 'doubts'> & {
  readonly doubts?: readonly object[];
};

/** Asks a server that finds the same of each target, unless it has a list of what it finds; it fails if asked again. */
async function ask(
  changes: Changes,
  scope: Scope = {},
  found: Listed | readonly Listed[] = clear,
  {
    again,
    has = ['shop', 'web'],
  }: { readonly again?: Listed; readonly has?: readonly string[] } = {},
) {
  const question = questionOf(changes, scope)._unsafeUnwrap();
  const lists = [[found].flat(), again === undefined ? undefined : [again]];
  const asked: unknown[] = [];
  const { client } = clientOf([
    ({ url: { pathname }, body }) => {
      if (body === undefined) return json({ projects: has.map((id) => ({ id })) });
      const all = lists[Math.min(asked.push([pathname, body]), 2) - 1];
      if (all === undefined) return json({}, 403);
      const { targets } = body as { readonly targets: readonly object[] };
      const impacts = targets.map((target, at) => ({ ...(all[at] ?? all.at(-1)), target }));
      return json({ coverage: 'live', impacts });
    },
  ]);
  return { impact: (await askPlan(client, question)) as Impact, asked };
}

const removed = (name: string, more = {}) => resourceChange('unleash_feature', feature(name, more));
const NO_RULE = resourceChange('unleash_project', { id: 'shop' }, {}, UNLEASH);
const STAGING = { project_id: 'shop', environment_name: 'staging' };
const LEFT = resourceChange('unleash_project_environment', STAGING, {}, UNLEASH);
const assigned = (feature_name: string) =>
  resourceChange('unleash_strategy_assignment', { id: 's-1', feature_name, project_id: 'shop' });

describe('what a plan asks', () => {
  test('is one batch in the one project that it is about, without what goes with a feature', async () => {
    const { impact, asked } = await ask(changesOf(removed('a'), assigned('a'), LEFT));

    const targets = [
      { feature: 'a', intent: 'archive' },
      { environment: 'staging', intent: 'remove' },
    ];
    expect(asked).toEqual([['/api/admin/projects/shop/impact', { targets }]]);
    expect(impact.impacts.map(({ resource }) => resource?.address)).toEqual([
      'unleash_feature.this',
      'unleash_project_environment.this',
    ]);
    expect(outcomeOfAll(impact)).toBe('none');
  });

  test.each([
    ['it is told to ask in all', [removed('a')], { allProjects: true }],
    ['it is about two', [removed('a'), removed('b', { project_id: 'web' })], {}],
    ['a user goes', [removed('a'), resourceChange('unleash_user', { id: '4' })], {}],
  ] as const)('is in all projects if %s', async (_what, changes, scope) => {
    expect((await ask(changesOf(...changes), scope)).asked).toMatchObject([
      ['/api/admin/impact', {}],
    ]);
  });

  test('leaves out what is in another project than that asked about: it is unknown', async () => {
    const changes = changesOf(removed('a'), removed('b', { project_id: 'web' }));
    const { impact, asked } = await ask(changes, { project: 'web' });

    expect(asked).toMatchObject([
      ['/api/admin/projects/web/impact', { targets: [{ feature: 'b' }] }],
    ]);
    expect(impact.impacts).toMatchObject([{ reasons: ['other-project'] }, { outcome: 'none' }]);
    expect(outcomeOfAll(impact)).toBe('unknown');
  });

  test('keeps the strategies of features that stay', async () => {
    expect((await ask(changesOf(removed('a'), assigned('b')))).impact.impacts).toHaveLength(2);
  });

  test('is at most 1,000 targets', () => {
    const many = Array.from({ length: 1_001 }, (_each, at) => removed(`a${at}`));

    expect(questionOf(changesOf(...many.slice(1)), {}).isOk()).toBe(true);
    expect(questionOf(changesOf(...many), {})._unsafeUnwrapErr()).toContain('1001; plan parts');
  });

  test('is nothing if the plan removes nothing of Unleash: it is harmless', async () => {
    const other = { provider_name: 'registry.terraform.io/hashicorp/aws' };
    const { impact, asked } = await ask(changesOf(resourceChange('a', {}, {}, other)));

    expect(asked).toEqual([]);
    expect([outcomeOfAll(impact), breakageOf(impact)]).toEqual(['none', 'none']);
    expect(summaryOf(impact, {}, undefined)).toContain('changes nothing in Unleash');
    expect(junitOf(impact, false)).toContain('tests="1" failures="0" errors="0"');
  });
});

describe('what no rule knows', () => {
  test('is unknown by its name, beside what is known', async () => {
    const { impact } = await ask(changesOf(NO_RULE, removed('a')));

    expect([outcomeOfAll(impact), breakageOf(impact)]).toEqual(['unknown', 'unknown']);
    expect(tableOf(impact, true)).toBe(`\
target                why
unleash_project.this  unknown: no rule says what the plan does to it
`);
    expect(junitOf(impact, false)).toContain(
      'name="the feature &quot;a&quot; (unleash_feature.this)"',
    );
  });

  test('is unknown without a question, too', async () => {
    const { impact, asked } = await ask(changesOf(NO_RULE));

    expect(asked).toEqual([]);
    expect(outcomeOfAll(impact)).toBe('unknown');
    expect(summaryOf(impact, {}, undefined)).toBe(
      'unknown whether anything scheduled touches unleash_project.this in all projects: no rule says what the plan does to it',
    );
  });

  test('does not hide what is scheduled', async () => {
    const { impact } = await ask(changesOf(NO_RULE, removed('checkout')), {}, touched);

    expect(outcomeOfAll(impact)).toBe('some');
  });
});

describe('a feature that is touched under another one', () => {
  const [touch] = changeRequest.touches;
  const under = (name: string, rule: Parameters<typeof by>[0]) => ({
    ...touch!,
    feature: name,
    consequence: by(rule),
  });
  const touchedBy = (...touches: readonly ReturnType<typeof under>[]) => ({
    ...touched,
    changeRequests: [{ ...changeRequest, touches }],
  });
  const dependent = touchedBy(under('child', 'parent-gone'));
  const both = changesOf(removed('parent'), removed('child'));
  /** What is left of the impact of the parent. */
  const ofParent = async (changes: Changes, found: Listed) =>
    (await ask(changes, {}, [found, touchedBy(under('child', 'feature-archived'))])).impact
      .impacts[0];

  test.each<[outcome: string, what: string, changes: Changes, found: Listed]>([
    ['none', 'the same plan removes that one, which is', both, dependent],
    ['some', 'the other stays', changesOf(removed('parent')), dependent],
    ['some', 'not all is known', both, { ...dependent, complete: false }],
    ['some', 'the list is cut', both, { ...dependent, count: 2 }],
    [
      'some',
      'the touches are cut',
      both,
      touchedBy(...Array.from({ length: 100 }, () => under('child', 'parent-gone'))),
    ],
    ['some', 'the touches are not known', both, touchedBy()],
  ])('has the outcome %s if %s', async (outcome, _what, changes, found) => {
    expect(await ofParent(changes, found)).toMatchObject({
      outcome,
      ...(outcome === 'none' ? { count: 0 } : {}),
    });
  });

  test('keeps what touches it by itself', async () => {
    const own = under('parent', 'feature-archived');
    const found = touchedBy(under('child', 'parent-gone'), own);

    expect((await ofParent(both, found))?.changeRequests[0]?.touches).toEqual([own]);
  });
});

describe('an environment that leaves one project, asked in all', () => {
  const changes = changesOf(LEFT, removed('b', { project_id: 'web' }));
  const inWeb = { ...changeRequest, project: 'web' };
  const doubt = {
    project: 'web',
    id: 9,
    environment: 'staging',
    path: 'segments[0]',
    why: 'missing-id',
    kinds: ['segment'],
  } as const;
  const unknown = { ...clear, outcome: 'unknown', complete: false, reasons: ['doubt'] } as const;
  const elsewhere = { ...touched, changeRequests: [inWeb] };
  const firstOf = async (found: Listed, server: Parameters<typeof ask>[3] = {}) => {
    const { impact, asked } = await ask(changes, {}, [found, clear], server);
    return { ...impact.impacts[0], asked: asked.length };
  };

  test('is known by what is listed if that is all', async () => {
    const both = { ...touched, count: 2, changeRequests: [inWeb, changeRequest] };

    expect(await firstOf(both)).toMatchObject({ outcome: 'some', count: 1, asked: 1 });
    expect(await firstOf(elsewhere)).toMatchObject({ outcome: 'none', count: 0, asked: 1 });
  });

  // A list of doubts ends early, too, and does not say so.
  test.each<[string, Listed, (readonly string[])?]>([
    ['a doubt', { ...unknown, doubts: [doubt] }],
    ['something elsewhere, and a doubt', { ...elsewhere, complete: false, doubts: [doubt] }],
    ['a list that is cut', { ...elsewhere, count: 2 }],
    ['nothing, where its project is not listed', clear, ['web']],
  ])('is asked about again in its project after %s', async (_what, found, has) => {
    const server = has === undefined ? {} : { has };
    const reasons = ['unread-project'];
    const unread = { outcome: 'unknown', complete: false, reasons, doubts: [], asked: 2 };

    expect(await firstOf(found, { ...server, again: clear })).toMatchObject({
      outcome: 'none',
      asked: 2,
    });
    expect(await firstOf(found, { ...server, again: unknown })).toMatchObject({
      reasons: ['doubt'],
      asked: 2,
    });
    expect(await firstOf(found, server)).toMatchObject(unread);
  });

  test('keeps what is listed of its project if that can not be asked again', async () => {
    const some = { outcome: 'some', count: 1, complete: false } as const;

    expect(await firstOf({ ...touched, complete: false })).toMatchObject(some);
  });

  test('is asked about in its project only', async () => {
    const { asked } = await ask(changes, {}, unknown, { again: clear });

    expect(asked).toMatchObject([
      ['/api/admin/impact', {}],
      ['/api/admin/projects/shop/impact', { targets: [{ environment: 'staging' }] }],
      ['/api/admin/projects/web/impact', { targets: [{ feature: 'b' }] }],
    ]);
    const user = resourceChange('unleash_user', { id: '4' });
    expect((await ask(changesOf(user, removed('a')), {}, [unknown, clear])).asked).toHaveLength(1);
  });
});
