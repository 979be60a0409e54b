import { ok } from 'neverthrow';
import { expect, onTestFinished, test } from 'vitest';
import { inHours } from '../../forecast/test/forecast-world.ts';
import { alertServiceOf } from '../src/service/alert-service.ts';
import { CAUSE, VICTIM, world } from './alert-world.ts';

const log = { warn: () => {}, error: () => {} };

test('what the first sync brings is told in one summary, however many steps it takes', async () => {
  const { addWebhook, messages, put, ...store } = await world();
  const service = alertServiceOf({
    store,
    settings: {},
    send: async () => ok(),
    log,
    countDeliveries: () => () => {},
    readiness: [],
  });
  onTestFinished(() => service.stop());
  await addWebhook('early');
  let looks = 0;
  // Each look, the sync has copied more.
  const isFirstSync = async (): Promise<boolean> => {
    looks += 1;
    if (looks === 1) await put(CAUSE, VICTIM);
    else await put(inHours(2, 3, 'sale', 'updateEnabled'));
    return looks === 1;
  };
  service.start({ isFirstSync });
  await expect.poll(() => messages('early')).toHaveLength(1);

  expect(looks).toBe(2);
  expect(await messages('early')).toMatchObject([
    { kind: 'summary', reason: 'new-webhook', counts: { 'forecast-predicted': 2 } },
  ]);
});
