import type { ImpactSchema, TargetImpactSchema } from '@forewarn/client';
import { INTENTS } from '@forewarn/impact';
import { expect, test } from 'vitest';
import { ask } from '../../../service/test/http/ask.ts';
import { type ShownImpact, shownImpacts } from './impact-page.ts';
import { openSignedIn } from './opened-page.ts';
import { FEATURES, population } from './population.ts';

const KINDS = {
  strategyId: ['strategy', 'strategy'],
  feature: ['feature', 'feature'],
  variantForFlag: ['featureVariants', 'variants of'],
  segment: ['segment', 'segment'],
  strategyDefinition: ['strategyDefinition', 'strategy definition'],
  environment: ['environment', 'environment'],
  contextField: ['contextField', 'context field'],
  user: ['user', 'user'],
} as const;

const VERBS = {
  archive: 'Archive …',
  update: 'Update …',
  delete: 'Delete …',
  move: 'Move … to another project',
  import: 'Import over …',
  'become-parent': 'Make … a parent',
  'become-child': 'Make … a child',
  remove: 'Remove …',
} as const;

const REASONS = {
  'not-found': 'Nothing has this name.',
  doubt: 'A scheduled change may touch it.',
  'no-coverage': 'No import or sync has listed all that is scheduled.',
  'too-old': 'The data is too old.',
  'unreadable-projects': 'There are projects that the key, or the sync, may not read.',
} as const;

type Target = TargetImpactSchema['target'];

const kindOf = (target: Target) =>
  Object.entries(KINDS).find(([field]) => field in target) as [
    keyof typeof KINDS,
    (typeof KINDS)[keyof typeof KINDS],
  ];

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const hrefOf = ({ project, id }: { readonly project: string; readonly id: number }): string =>
  `#/change-requests/${encodeURIComponent(project)}/${id}`;

/** What the page must say about an impact. */
function expected({ target, outcome, count, ...rest }: TargetImpactSchema): ShownImpact {
  const { changeRequests, doubts, reasons } = rest;
  const [field, [, noun]] = kindOf(target);
  const verb = target.intent === undefined ? 'Any change to …' : VERBS[target.intent];
  const more = count - changeRequests.length;
  const outcomes = {
    none: 'Nothing scheduled names it; whether it exists is not known',
    unknown: 'Unknown whether anything scheduled touches it',
    some:
      count === 1
        ? '1 scheduled change request touches it'
        : `${count.toLocaleString('en')} scheduled change requests touch it`,
  };
  return {
    title: tidy(verb.replace('…', () => `${noun} ${target[field]}`)),
    outcome: outcomes[outcome],
    changeRequests: changeRequests.map((each) => {
      const { project, environment, createdBy, touches } = each;
      const where = [project, environment, ...(createdBy === undefined ? [] : [createdBy])];
      return [hrefOf(each), tidy(where.join(' · ')), touches.length] as const;
    }),
    doubts: doubts.map(hrefOf),
    sentences: [
      ...reasons.map((reason) => REASONS[reason]),
      ...(more === 0
        ? []
        : [
            `And ${more.toLocaleString('en')} more change request${more === 1 ? '' : 's'}, which the service does not list.`,
          ]),
    ],
  };
}

const NAMES: Readonly<Record<keyof typeof KINDS, readonly (string | number)[]>> = {
  strategyId: ['s-1'],
  feature: [...FEATURES, 'nothing'],
  variantForFlag: FEATURES,
  segment: [7],
  strategyDefinition: ['default', 'holidaySale'],
  environment: ['production', 'staging', 'none'],
  contextField: ['country'],
  user: ['ann'],
};

/** Targets of each kind, with each intent and with none. */
const TARGETS = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((field) => {
  const kind = field === 'strategyId' ? 'strategy' : KINDS[field][0];
  return NAMES[field].flatMap((name) =>
    [undefined, ...INTENTS[kind]].map((intent) => ({ [field]: name, ...(intent && { intent }) })),
  );
});

function hashOf(targets: readonly Target[], project: string): string {
  const query = new URLSearchParams(project === '' ? {} : { project });
  for (const target of targets) {
    const [field, [kind]] = kindOf(target);
    const name = target.intent === undefined ? kind : `${kind}.${target.intent}`;
    query.append(name, String(target[field]));
  }
  return `#/what-would-break?${query.toString()}`;
}

test('what the page shows is what the API returns, for each kind of target of a generated population', async () => {
  const targets = TARGETS;
  const opened = await openSignedIn({ has: population(250) });
  const { page, served, key } = opened;
  const outcomes = new Set<string>();

  for (const project of ['', 'shop']) {
    // Another document, so that the page asks once.
    await page.goto('about:blank');
    await page.goto(`${served.url}/${hashOf(targets, project)}`);
    await page.getByText(`${targets.length} targets:`).waitFor();
    const shown = await shownImpacts(page);
    const of = project === '' ? '' : `/projects/${encodeURIComponent(project)}`;
    const { json } = await ask(served, {
      method: 'POST',
      path: `/api/admin${of}/impact`,
      key,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ targets }),
    });

    const { impacts } = json as ImpactSchema;
    for (const [index, impact] of impacts.entries()) {
      expect(shown[index]).toEqual(expected(impact));
      outcomes.add(impact.outcome);
    }
    expect(shown.length).toBe(impacts.length);
  }
  expect([...outcomes].toSorted()).toEqual(['none', 'some', 'unknown']);
  expect(opened.complaints).toEqual([]);
});
