import { describe, expect, it } from 'vitest';
import {
  type AskImpact,
  assertLikeOracle,
  importPopulation,
} from '../../../../test/impact/assert-like-oracle.ts';
import { ask } from './ask.ts';
import { LOCATIONS, openAt } from './open-stores.ts';
import { makeKey, serve } from './served-app.ts';

describe.each(LOCATIONS)('impacts of 1,000 targets over HTTP %s', (_name, make) => {
  it('are what the oracle says', { timeout: 120_000 }, async () => {
    const location = await make();
    const store = await openAt(location);
    const served = await serve(store, '', [], undefined, { deadlineMs: 60_000 });
    try {
      const key = await makeKey(store, 'ci');
      await importPopulation(store);
      const over: AskImpact = async (targets, projectId) => {
        const project = projectId === undefined ? '' : `/projects/${encodeURIComponent(projectId)}`;
        const response = await ask(served, {
          method: 'POST',
          path: `/api/admin${project}/impact`,
          key,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ targets }),
        });
        expect(response.status).toBe(200);
        return response.json;
      };

      await assertLikeOracle(over);
    } finally {
      await served.stop();
      await store.close();
      await location.remove();
    }
  });
});
