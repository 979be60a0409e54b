import { expect, onTestFinished, test } from 'vitest';
import {
  type AskImpact,
  assertLikeOracle,
  importPopulation,
} from '../../../../test/impact/assert-like-oracle.ts';
import { ask } from './ask.ts';
import { LOCATIONS, openAt } from './open-stores.ts';
import { makeKey } from './served-app.ts';
import { serveHere } from './with-stores.ts';

test.each(LOCATIONS)('impacts of 1,000 targets %s are what the oracle says', async (_, make) => {
  const location = await make();
  onTestFinished(() => location.remove());
  const store = await openAt(location);
  onTestFinished(async () => {
    await store.close();
  });
  const served = await serveHere(store, '', [], undefined, { deadlineMs: 60_000 });
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
});
