import { isOddName } from '@forewarn/record';
import type { ImpactSchema, TargetImpactSchema } from '@forewarn/client';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { importPopulation } from '../../../../test/impact/assert-like-oracle.ts';
import { impactPopulation } from '../../../../test/impact/impact-population.ts';
import { ask } from '../../../service/test/http/ask.ts';
import { type ShownImpact, shownImpacts } from './impact-page.ts';
import { openSignedIn } from './opened-page.ts';

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

/** Targets of each kind, each once. */
function someTargets(): readonly Target[] {
  const asked = impactPopulation().asked.map(
    ({ feature, inEnvironment: _environment, legalValues: _values, ...others }) =>
      'strategyId' in others || feature === undefined ? others : { feature, ...others },
  );
  // The service refuses odd names.
  const plain = asked.filter((each) => !Object.values(each).map(String).some(isOddName));
  return [...new Map(plain.map((each) => [JSON.stringify(each), each])).values()].slice(0, 250);
}

function hashOf(targets: readonly Target[], project: string): string {
  const query = new URLSearchParams(project === '' ? {} : { project });
  for (const target of targets) {
    const [field, [kind]] = kindOf(target);
    const name = target.intent === undefined ? kind : `${kind}.${target.intent}`;
    query.append(name, String(target[field]));
  }
  return `#/what-would-break?${query.toString()}`;
}

test(
  'what the page shows is what the API returns, for 250 targets of a generated population',
  { timeout: 180_000 },
  async () => {
    const store = createMemoryStore();
    await importPopulation(store);
    const targets = someTargets();
    const opened = await openSignedIn({ store });
    const { page, served, key } = opened;
    const outcomes = new Set<string>();

    for (const project of ['', '\u{1f600}']) {
      // Another document, so that the page asks once.
      await page.goto('about:blank');
      await page.goto(`${served.url}/${hashOf(targets, project)}`);
      await page.getByText('250 targets:').waitFor();
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
  },
);
