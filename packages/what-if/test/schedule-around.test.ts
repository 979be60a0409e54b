import { expect, test } from 'vitest';
import { changing, changeRequest, times } from '../../core/test/samples.ts';
import { scheduleAround } from '../src/schedule-around.ts';

test('few reads find what a change request of many features affects', async () => {
  let reads = 0;
  const empty: Parameters<typeof scheduleAround>[0] = {
    read: async () => [],
    readFirst: async () => [],
    soonest: async ({ targets }) => {
      reads += 1;
      return targets.map(() => []);
    },
  };
  const put = changeRequest({
    features: times(200, (index) => changing(`f${index}`, 'archiveFeature')),
    schedule: { status: 'pending', scheduledAt: '2030-01-01T00:00:00Z' },
  });
  const { id: _id, ...added } = put;
  await scheduleAround(empty, { projectId: 'shop', edits: [{ put: added }], now: 0, gone: [] });

  expect(reads).toBeLessThan(10);
});
