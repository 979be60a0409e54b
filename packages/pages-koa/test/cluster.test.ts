import { beforeEach, expect, test, vi } from 'vitest';
import { clusterHref } from '../page/timeline/cluster-href.ts';
import type { Entry } from '../page/timeline/entry.ts';
import { worstOf } from '../page/timeline/lay-out.ts';

const entry = (at: string, state: Entry['state'] = 'pending'): Entry => ({
  project: 'shop',
  environment: 'production',
  id: 1,
  title: '',
  state,
  at: Date.parse(`${at}:00+01:00`),
  owner: undefined,
  features: [],
});

const routeOf = (query: string) => ({ path: ['timeline'], query: new URLSearchParams(query) });

const LANE = 'project=shop&environment=production';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  return () => vi.unstubAllEnvs();
});

test.for<[string, string, string, string]>([
  [
    'of one day',
    '2026-11-27T23:00',
    'search=x',
    'search=x&project=shop&environment=production&scale=day',
  ],
  ['over midnight', '2026-11-28T01:00', '', `${LANE}&scale=days`],
  ['of a month', '2026-11-30T23:00', 'scale=all', `scale=all&${LANE}`.replace('all', 'days')],
  ['of more', '2027-02-01T09:00', '', `${LANE}&scale=month`],
  [
    'that is shown already',
    '2026-11-28T01:00',
    `${LANE}&scale=days&from=2026-11-27`,
    `${LANE}&scale=day`,
  ],
  [
    'of a day that is shown already',
    '2026-11-27T23:00',
    `${LANE}&scale=day&from=2026-11-27`,
    `${LANE}&scale=day`,
  ],
])('a cluster %s opens its lane and span', ([, last, query, found]) => {
  const entries = [entry('2026-11-27T09:00'), entry(last)];

  expect(clusterHref(routeOf(query), entries)).toBe(`#/timeline?${found}&from=2026-11-27`);
});

test('a cluster with something overdue has its mark, which is red', () => {
  const overdue = entry('2026-11-27T09:00', 'overdue');
  const suspended = entry('2026-11-27T09:00', 'suspended');

  expect(worstOf([suspended, overdue])).toBe('overdue');
  expect(worstOf([suspended, entry('2026-11-28T09:00')])).toBe('suspended');
});
