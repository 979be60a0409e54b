import { expect, test } from 'vitest';
import { ADMIN } from '../../http/test/admin-world.ts';
import {
  API,
  at,
  MINUTE,
  OF_ALL,
  OF_ONE,
  OF_SHOP,
  scheduled,
  serveSchedule,
  SHOP,
  START,
} from './served-schedule.ts';

const using = scheduled('shop', 1, 10, { action: 'addStrategy', payload: { name: 'ramp' } });

test('after a delete over HTTP, the forecasts of what needs the definition have the event and the rule', async () => {
  const { ask, get } = await serveSchedule([using]);
  const authorized = (key: string) => ({ Authorization: key });
  const create = {
    headers: { ...authorized(ADMIN), 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'ramp', parameters: [] }),
  };
  await ask('POST', `${API}/strategies`, create);
  const before = JSON.parse((await get(OF_ONE(1))).body) as object;
  expect(before).toMatchObject({ forecast: 'as-planned', causes: [] });

  await ask('DELETE', `${API}/strategies/ramp`, { headers: authorized(ADMIN) });
  const expected = {
    project: 'shop',
    id: 1,
    schedule: { scheduledAt: at(10) },
    forecast: 'fails',
    causes: [
      {
        gone: { kind: 'strategyDefinition', name: 'ramp' },
        event: {
          id: expect.any(Number) as number,
          type: 'strategy-deleted',
          createdAt: expect.any(String) as string,
          createdBy: ADMIN,
        },
        touch: { path: 'features[0].changes[0]', action: 'addStrategy', feature: 'new-checkout' },
        consequence: {
          outcome: 'fails',
          rule: 'definition-deleted',
          evidence: 'measured',
          why: 'The strategy definition it names no longer exists.',
          next: 'Change it, or add the strategy definition again.',
        },
      },
    ],
    causeCount: 1,
    hiddenCauses: 0,
    reasons: [],
  };
  for (const key of [ADMIN, SHOP]) {
    expect(JSON.parse((await get(OF_ONE(1), key)).body)).toMatchObject(expected);
    expect(JSON.parse((await get(OF_SHOP, key)).body)).toMatchObject([expected]);
    expect(JSON.parse((await get(OF_ALL, key)).body)).toMatchObject([expected]);
  }
  const soon = encodeURIComponent(new Date(START + 5 * MINUTE).toISOString());
  expect(JSON.parse((await get(`${OF_SHOP}?to=${soon}`)).body)).toEqual([]);
});
