import type { ScheduledChangeRequest } from '@forewarn/core';
import { touching } from '../faults/population.ts';
import { type Attack, onBoth } from './attack.ts';
import type { Sent } from './attacker.ts';
import { ELSEWHERE, type Target } from './target.ts';

const CLIENTS = 64;
/** As many as a calendar may have. */
const EVENTS = 5_000;
/** As many as an impact may ask about. */
const TARGETS = 1_000;
const LARGE = 40;
/** So long that a slow machine makes each response, too. */
const LONG_DEADLINE_MS = 60_000;
const PROJECTS = 20_000;
/** Ids above those that the project has. */
const FIRST_ID = 1_000;

const CALENDAR = `/api/admin/projects/${ELSEWHERE}/change-requests.ics`;
const PROJECT_IMPACT = `/api/admin/projects/${ELSEWHERE}/impact`;
const FORECASTS = `/api/admin/projects/${ELSEWHERE}/change-requests/forecast`;

const events = (count: number): Generator<ScheduledChangeRequest> =>
  touching(
    ELSEWHERE,
    FIRST_ID,
    count,
    (id) => Array.from({ length: 8 }, (_, nth) => `feature-${(id + nth) % 1_000}-with-a-long-name`),
    { action: 'updateEnabled', payload: { enabled: true, note: 'x'.repeat(60) } },
  );

const touchingMuch = (count: number): Generator<ScheduledChangeRequest> =>
  touching(
    ELSEWHERE,
    FIRST_ID,
    count,
    () => Array.from({ length: TARGETS }, (_, nth) => `feature-${nth}`),
    { action: 'archiveFeature', payload: { note: 'x'.repeat(40) } },
  );

const impactOf = (targets: number) => ({
  targets: Array.from({ length: targets }, (_, nth) => ({
    feature: `feature-${nth}`,
    intent: 'archive',
  })),
});

/** What takes work for each project. */
function perProject({ keys }: Target, client: number): Sent {
  const key = client % 2 === 0 ? keys.weak : keys.reader;
  const asked: readonly Sent[] = [
    { method: 'GET', path: '/api/admin/user' },
    { method: 'GET', path: '/api/admin/projects' },
    { method: 'GET', path: '/api/admin/change-requests' },
    { method: 'GET', path: '/api/admin/change-requests/forecast' },
    { method: 'POST', path: '/api/admin/impact', body: impactOf(1) },
  ];
  return { ...(asked[(client >> 1) % asked.length] as Sent), key };
}

/** Requests of keys that may do little, and that take much memory or time. */
export const WEAK_KEYS: readonly Attack[] = onBoth(() => [
  {
    name: `${CLIENTS} clients of a calendar of ${EVENTS} events`,
    prepare: async (target, size) => {
      await target.register([ELSEWHERE]);
      await target.fill(events(size.pick(200, EVENTS - 100)));
    },
    run: (attacker, { keys }) => {
      const path = `${CALENDAR}?key=${encodeURIComponent(keys.calendar)}`;
      return attacker.flood(CLIENTS, () => ({ method: 'GET', path }));
    },
  },
  {
    name: `${CLIENTS} clients of an impact of ${TARGETS} targets, or of forecasts`,
    prepare: (target, size) => target.fill(touchingMuch(size.pick(4, LARGE))),
    run: (attacker, { keys }, size) => {
      const body = JSON.stringify(impactOf(size.pick(100, TARGETS)));
      const impact = { method: 'POST', path: PROJECT_IMPACT, key: keys.weak, body };
      const forecasts = { method: 'GET', path: FORECASTS, key: keys.weak };
      return attacker.flood(CLIENTS, (client) => (client % 2 === 0 ? impact : forecasts));
    },
  },
  {
    name: `${CLIENTS} clients of the heaviest impact, all of which are served`,
    deadlineMs: LONG_DEADLINE_MS,
    prepare: (target, size) => target.fill(touchingMuch(size.pick(4, LARGE))),
    run: (attacker, { keys }, size) => {
      const body = JSON.stringify(impactOf(size.pick(100, TARGETS)));
      return attacker.flood(CLIENTS, () => ({
        method: 'POST',
        path: PROJECT_IMPACT,
        key: keys.weak,
        body,
      }));
    },
  },
  {
    name: `${CLIENTS} clients and ${PROJECTS} projects`,
    prepare: (target, size) =>
      target.register(
        Array.from({ length: size.pick(500, PROJECTS) }, (_, nth) => `project-${nth}`),
      ),
    run: (attacker, target) => attacker.flood(CLIENTS, (client) => perProject(target, client)),
  },
]);
