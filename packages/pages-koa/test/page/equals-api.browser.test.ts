import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, test } from 'vitest';
import { openSignedIn } from './opened-page.ts';
import { population } from './population.ts';

const QUERIES = [
  '',
  'status=failed',
  'environment=staging&status=pending',
  'feature=cart',
  'feature=nothing',
  'feature=%3Cb%3Esearch%3C%2Fb%3E&environment=production',
];

test.each(['', 'shop'])(
  'what the page shows equals what the API returns, project "%s"',
  async (project) => {
    const { page, served, key } = await openSignedIn({ has: population(90) });

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
