import type { ScheduledChangeRequest } from '@forewarn/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cursorOf } from '../../../http/src/request/cursor.ts';
import { changeRequest, record } from './sample-data.ts';
import { detailsOf, serveFor } from './with-stores.ts';

const at = (scheduledAt: string, status: 'pending' | 'failed' | 'suspended' = 'pending') => ({
  schedule: { status, scheduledAt },
});

const enable = [{ action: 'updateEnabled', payload: { enabled: true } }];
const { schedule: _none, ...unscheduled } = changeRequest(9, { search: enable });

/** In the order of the list. */
const OF_SHOP: readonly ScheduledChangeRequest[] = [
  changeRequest(5, { sale: enable }, at('2020-01-01T00:00:00Z')),
  changeRequest(3, { search: enable }, at('2030-01-01T02:00:00+14:00', 'failed')),
  changeRequest(4, { search: enable }, { ...at('2030-01-01T00:00Z'), environment: 'staging' }),
  changeRequest(1, { checkout: enable }, at('2030-01-01T01:00:00.000+01:00')),
  changeRequest(2, { checkout: [{ action: 'inventedTomorrow' }] }, at('2030-01-01T00:00:00.001Z')),
  changeRequest(8, { sale: enable }, at('9999-12-31T23:59:59-12:00', 'suspended')),
  unscheduled,
];

const LIST = '/projects/shop/change-requests';

describe('lists of change requests', () => {
  const world = serveFor();
  beforeAll(async () => {
    await record(world.store, ...OF_SHOP.toReversed());
    await record(
      world.store,
      changeRequest(1, { sale: enable }, { project: 'office', ...at('2030-01-01T00:00:00Z') }),
    );
    await world.store.projects.register({ id: 'attic', name: 'attic' }, 'ann');
  });

  const idsOf = (json: unknown) =>
    (json as ScheduledChangeRequest[]).map(({ project, id }) =>
      project === 'shop' ? id : `${project} ${id}`,
    );
  const ids = async (path: string) => {
    const { status, json } = await world.ask('GET', path);
    return status === 200 ? idsOf(json) : status;
  };

  it('returns change requests as they were recorded, by instant and then by id', async () => {
    const { status, json, headers } = await world.ask('GET', LIST);

    expect(status).toBe(200);
    expect(idsOf(json)).toEqual([5, 3, 1, 4, 2, 8, 9]);
    expect(json).toContainEqual(unscheduled);
    const first = `</api/admin${LIST}?>; rel="first"`;
    expect([headers['link'], headers['forewarn-as-of']]).toEqual([first, 'live']);
  });

  it.for([
    ['environment=staging', [4]],
    ['environment=staging&environment=production&status=pending', [5, 1, 4, 2]],
    ['status=failed&status=suspended', [3, 8]],
    ['from=2030-01-01T00:00:00Z&to=2030-01-01T00:00:00.001Z', [1, 4]],
    ['from=2029-12-31T12:00:00Z&to=2030-01-01T02%3A00%3A00%2B02%3A00', [3]],
    ['from=9999-12-31T23:59:59.999Z', [8]],
    ['needsAttention=true', [5, 3, 2, 8]],
    ['feature=checkout', [1, 2]],
    ['feature=checkout&feature=sale&needsAttention=true', [5, 2, 8]],
    ['feature=', []],
    ['strategyId=s-1', []],
    ['feture=checkout&limit=1', [5]],
  ] as const)('filters by %s', async ([query, expected]) => {
    expect(await ids(`${LIST}?${query}`)).toEqual(expected);
  });

  it.for([
    ['environment=', 'environment[0]'],
    ['status=applied', 'status[0]'],
    ['from=tomorrow', 'from'],
    ['to=2030-01-01T00:00:00', 'to'],
    ['from=2030-01-01T00:00:00Z&from=2031-01-01T00:00:00Z', 'the query parameter "from"'],
    ['from=2030-01-01T00:00:00Z&to=2030-01-01T01:00:00%2B01:00', 'to'],
    ['needsAttention=yes', 'needsAttention'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=WzEsMl0', 'cursor'],
    [`cursor=${cursorOf('list', { scheduledAt: 1, projectId: 'office', id: 1 })}`, 'cursor'],
  ])('refuses %s: 400', async ([query, path]) => {
    const response = await world.ask('GET', `${LIST}?${query}`);

    expect(response.status).toBe(400);
    expect(detailsOf(response).map((detail) => detail.path)).toEqual([path]);
  });

  it('tells the oldest age of the data, and none for a project without a complete list', async () => {
    const asOf = async (path: string) => (await world.ask('GET', path)).headers['forewarn-as-of'];

    expect(await asOf('/projects/attic/change-requests')).toBe('none');
    expect(await asOf('/change-requests')).toBe('none');
    expect(await ids('/projects/none/change-requests')).toBe(404);
  });
});
