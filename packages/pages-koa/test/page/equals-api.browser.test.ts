import type { Change, ScheduledChangeRequest, Schedule } from '@forewarn/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSignedIn } from './opened-page.ts';

const FEATURES = ['checkout', 'cart', '<b>search</b>'];

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>({ action: 'archiveFeature' }, { action: 'unknown' }),
  fc.constantFrom(...FEATURES).map((feature): Change => {
    return { action: 'addDependency', payload: { feature } };
  }),
);

const schedule: fc.Arbitrary<Schedule | undefined> = fc.option(
  fc.record({
    status: fc.constantFrom('pending', 'suspended', 'failed'),
    scheduledAt: fc
      .date({ min: new Date('2026-11-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  }),
  { nil: undefined, freq: 8 },
);

const changeRequests: fc.Arbitrary<readonly ScheduledChangeRequest[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.nat(999),
      project: fc.constantFrom('shop', 'office'),
      environment: fc.constantFrom('production', 'staging'),
      title: fc.string({ maxLength: 40, unit: 'grapheme' }),
      schedule,
      features: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom(...FEATURES),
          changes: fc.array(change, { maxLength: 2 }),
        }),
        { selector: ({ name }) => name, minLength: 1 },
      ),
    })
    .map(({ schedule: at, ...rest }): ScheduledChangeRequest => {
      return {
        ...rest,
        state: 'Scheduled',
        segments: [],
        ...(at === undefined ? {} : { schedule: at }),
      };
    }),
  { selector: ({ project, id }) => `${project} ${id}`, minLength: 90, maxLength: 95 },
);

const SEED = 20_261_123;
const QUERIES = [
  '',
  'status=failed',
  'environment=staging&status=pending',
  'needsAttention=true',
  'feature=cart',
  'feature=nothing',
  'feature=%3Cb%3Esearch%3C%2Fb%3E&environment=production',
];

test.each(['', 'shop'])(
  'what the page shows equals what the API returns, project "%s"',
  async (project) => {
    const [population = []] = fc.sample(changeRequests, { seed: SEED, numRuns: 1 });
    const { page, served, key } = await openSignedIn({ has: population });

    for (const query of QUERIES) {
      const of = project === '' ? '' : `projects/${project}/`;
      const url = `${served.url}/api/admin/${of}change-requests?limit=1000&${query}`;
      const response = await fetch(url, { headers: { Authorization: key, Connection: 'close' } });
      const listed = (await response.json()) as readonly ScheduledChangeRequest[];
      await page.goto(
        `${page.url().split('#')[0]}#/timeline?scale=all&project=${project}&${query}`,
      );

      const expected = listed.map((each) => `#/change-requests/${each.project}/${each.id}`);
      const shown = () =>
        page
          .getByRole('rowheader')
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      await expect.poll(shown).toEqual(expected);
      expect(new Set(expected).size).toBe(expected.length);
    }
  },
);
