import { memoryForecast } from '@forewarn/forecast/memory';
import { makeListEvents } from '@forewarn/record';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { changeRequest, readers } from '../../impact/test/samples.ts';
import { makeUpdateAlerts } from '../src/alerts.ts';
import { memoryNotify } from '../src/memory/index.ts';
import { visiblePredictions } from '../src/visible-predictions.ts';

const inHours = (hours: number, id: number, action: string) => ({
  id,
  schedule: {
    status: 'pending' as const,
    scheduledAt: new Date(Date.now() + 3_600_000 * hours).toISOString(),
  },
  features: [{ name: 'sale', changes: [{ action }] }],
});

test('shows no cause in a project that the caller may not read, and counts it', async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryNotify]);
  for (const id of ['shop', 'bank']) await store.projects.register({ id, name: id }, 'setup');
  const secret = { project: 'bank', title: 'The secret' };
  await store.writer.putAll(
    [
      changeRequest({ ...inHours(1, 1, 'archiveFeature'), ...secret }),
      changeRequest(inHours(1.5, 2, 'archiveFeature')),
      changeRequest(inHours(2, 3, 'updateEnabled')),
    ],
    'setup',
  );
  await makeUpdateAlerts(store)();
  await store.writer.put(
    changeRequest({ ...inHours(1.2, 4, 'archiveFeature'), ...secret }),
    'setup',
  );
  await makeUpdateAlerts(store)();
  await store.writer.remove({ projectId: 'shop', id: 3 }, 'setup');
  await makeUpdateAlerts(store)();
  const list = makeListEvents({ ...store, authorizer: readers, view: visiblePredictions });
  const listed = async (credentials: string) =>
    (await list({ credentials, limit: 10, project: 'shop' }))
      ._unsafeUnwrap()
      .events.filter(({ type }) => type.startsWith('forecast-'));

  const hidden = await listed('shop');
  const shown = await listed('shop bank');

  expect(JSON.stringify(hidden)).not.toMatch(/bank|The secret/);
  const ofThree = hidden.filter(({ data, preData }) =>
    JSON.stringify([data, preData]).includes('"id":3'),
  );
  expect(ofThree).toMatchObject([
    { preData: { causes: [{ id: 2 }], causeCount: 3, hiddenCauses: 2 } },
    {
      data: { causes: [{ id: 2 }], causeCount: 3, hiddenCauses: 2 },
      preData: { causeCount: 2, hiddenCauses: 1 },
    },
    { data: { causes: [{ id: 2 }], causeCount: 2, hiddenCauses: 1 } },
  ]);
  expect(JSON.stringify(shown)).toContain('The secret');
});
