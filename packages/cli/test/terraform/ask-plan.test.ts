import { by } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import { clientOf, json } from '../../../client/test/fake-network.ts';
import { breakageOf } from '../../src/impact/breakage.ts';
import { outcomeOfAll } from '../../src/impact/ask-impact.ts';
import { tableOf } from '../../src/impact/impact-report.ts';
import type { Impact, TargetImpact } from '../../src/impact/impact.ts';
import { junitOf } from '../../src/impact/junit.ts';
import { summaryOf } from '../../src/impact/summary.ts';
import { askPlan } from '../../src/terraform/ask-plan.ts';
import { questionOf } from '../../src/terraform/planned-resources.ts';
import { readTerraformPlan } from '../../src/terraform/terraform-plan.ts';
import { changeRequest, clear, touched } from '../impact/impacts.ts';
import { changesOf, feature, resourceChange, shopPlan } from './plans.ts';

type Changes = Parameters<typeof questionOf>[0];
type Scope = Parameters<typeof questionOf>[1];
type Listed = Omit<Partial<TargetImpact>, 'target' | 'doubts'> & {
  readonly doubts?: readonly object[];
};

/** Asks a server that finds the same of each target, unless it has a list of what it finds. */
async function ask(changes: Changes, scope: Scope = {}, found: Listed | readonly Listed[] = clear) {
  const question = questionOf(changes, scope)._unsafeUnwrap();
  const { client, requests } = clientOf([
    ({ body }) => {
      const { targets } = body as { readonly targets: readonly object[] };
      const all = [found].flat();
      const impacts = targets.map((target, at) => ({ ...(all[at] ?? all.at(-1)), target }));
      return json({ coverage: 'live', impacts });
    },
  ]);
  const impact = (await askPlan(client, question)) as Impact;
  return {
    impact,
    asked: requests.map(({ url, body }) => [url.pathname, body]),
  };
}

const shop = readTerraformPlan(shopPlan())._unsafeUnwrap();
const removed = (name: string, more = {}) => resourceChange('unleash_feature', feature(name, more));
const NO_RULE = resourceChange(
  'unleash_project',
  { id: 'shop' },
  {},
  {
    provider_name: 'registry.terraform.io/unleash/unleash',
  },
);

describe('what a plan asks', () => {
  test('is one batch in the one project that it is about', async () => {
    const { impact, asked } = await ask(shop);

    expect(asked).toEqual([
      [
        '/api/admin/projects/shop/impact',
        {
          targets: [
            { feature: 'checkout', intent: 'archive' },
            { feature: 'banner', intent: 'delete' },
            { environment: 'staging', intent: 'remove' },
          ],
        },
      ],
    ]);
    expect(impact.impacts.map(({ resource }) => resource?.address)).toEqual([
      'module.flags["web"].unleash_feature_v2.this["checkout"]',
      'unleash_feature.banner[0]',
      'unleash_project_environment.staging',
    ]);
    expect(outcomeOfAll(impact)).toBe('none');
  });

  test.each([
    ['it is told to ask in all', changesOf(removed('a')), { allProjects: true }],
    ['it is about two', changesOf(removed('a'), removed('b', { project_id: 'web' })), {}],
    [
      'what it removes belongs to none',
      changesOf(removed('a'), resourceChange('unleash_user', { id: '4' })),
      {},
    ],
  ] as const)('is in all projects if %s', async (_what, changes, scope) => {
    expect((await ask(changes, scope)).asked).toMatchObject([['/api/admin/impact', {}]]);
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
    const strategy = { id: 's-1', feature_name: 'b', project_id: 'shop' };
    const changes = changesOf(
      removed('a'),
      resourceChange('unleash_strategy_assignment', strategy),
    );

    expect((await ask(changes)).impact.impacts).toHaveLength(2);
  });

  test('is at most 1,000 targets', () => {
    const many = Array.from({ length: 1_001 }, (_each, at) => removed(`a${at}`));

    expect(questionOf(changesOf(...many.slice(1)), {}).isOk()).toBe(true);
    expect(questionOf(changesOf(...many), {})._unsafeUnwrapErr()).toContain('1001; plan parts');
  });

  test('is nothing if the plan removes nothing of Unleash: it is harmless', async () => {
    const { impact, asked } = await ask(shop.slice(0, 1));

    expect(asked).toEqual([]);
    expect([outcomeOfAll(impact), breakageOf(impact)]).toEqual(['none', 'none']);
    expect(summaryOf(impact, {}, undefined)).toContain('changes nothing in Unleash');
    expect(junitOf(impact, false)).toContain('tests="0"');
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
  const dependent = {
    ...touched,
    changeRequests: [{ ...changeRequest, touches: [under('child', 'parent-gone')] }],
  };
  const child = {
    ...touched,
    changeRequests: [{ ...changeRequest, touches: [under('child', 'feature-archived')] }],
  };
  const outcomes = async (changes: Changes, found: readonly Listed[]) =>
    (await ask(changes, {}, found)).impact.impacts.map(({ outcome, count }) => [outcome, count]);

  test('is no conflict if the same plan removes that one, which is', async () => {
    const changes = changesOf(removed('parent'), removed('child'));

    expect(await outcomes(changes, [dependent, child])).toEqual([
      ['none', 0],
      ['some', 1],
    ]);
  });

  test('is one if the other stays', async () => {
    expect(await outcomes(changesOf(removed('parent')), [dependent])).toEqual([['some', 1]]);
  });

  test.each([
    ['not all is known', { complete: false }],
    ['the list is cut', { count: 2 }],
    [
      'the touches are cut',
      {
        changeRequests: [
          {
            ...changeRequest,
            touches: Array.from({ length: 100 }, () => under('child', 'parent-gone')),
          },
        ],
      },
    ],
    ['the touches are not known', { changeRequests: [{ ...changeRequest, touches: [] }] }],
  ])('is one if %s', async (_what, more) => {
    const changes = changesOf(removed('parent'), removed('child'));
    const [[outcome] = []] = await outcomes(changes, [{ ...dependent, ...more }, child]);

    expect(outcome).toBe('some');
  });

  test('keeps what touches it by itself', async () => {
    const both = {
      ...touched,
      changeRequests: [
        {
          ...changeRequest,
          touches: [under('child', 'parent-gone'), under('parent', 'feature-archived')],
        },
      ],
    };
    const changes = changesOf(removed('parent'), removed('child'));
    const [first] = (await ask(changes, {}, [both, child])).impact.impacts;

    expect(first?.changeRequests[0]?.touches).toMatchObject([{ feature: 'parent' }]);
  });
});

describe('an environment that leaves one project, asked in all', () => {
  const PLACE = { project_id: 'shop', environment_name: 'staging' };
  const changes = changesOf(
    resourceChange(
      'unleash_project_environment',
      PLACE,
      {},
      {
        provider_name: 'registry.terraform.io/unleash/unleash',
      },
    ),
    removed('b', { project_id: 'web' }),
  );
  const inWeb = { ...changeRequest, project: 'web' };
  const doubt = {
    project: 'web',
    id: 9,
    environment: 'staging',
    path: 'segments[0]',
    why: 'missing-id',
    kinds: ['segment'],
  } as const;
  const gap = { ...clear, outcome: 'unknown', complete: false } as const;

  test.each([
    [
      'some',
      'another project is touched, too',
      { ...touched, count: 2, changeRequests: [inWeb, changeRequest] },
      [],
    ],
    ['none', 'only another project is touched', { ...touched, changeRequests: [inWeb] }, []],
    [
      'none',
      'the doubts are of another project',
      { ...gap, doubts: [doubt], reasons: ['doubt'] },
      [],
    ],
    [
      'unknown',
      'there is a doubt',
      { ...gap, doubts: [{ ...doubt, project: 'shop' }], reasons: ['doubt'] },
      ['doubt'],
    ],
    ['unknown', 'there is a gap', { ...gap, reasons: ['no-coverage'] }, ['no-coverage']],
    ['unknown', 'the list is cut', { ...touched, count: 2, changeRequests: [inWeb] }, ['cut']],
  ] as const)('is %s if %s', async (outcome, _what, found, reasons) => {
    const [first] = (await ask(changes, {}, [found, clear])).impact.impacts;

    expect(first).toMatchObject({ outcome, reasons, count: outcome === 'some' ? 1 : 0 });
  });
});
