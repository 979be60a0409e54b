import type { ScheduledChangeRequest } from '@forewarn/core';
import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import type { Attack, Size } from './attack.ts';
import { Attacker } from './attacker.ts';
import { ELSEWHERE, OTHERS, type Target } from './target.ts';

const CLIENTS = 4;
const CROWD = 200;
/** As often as the longest target has room. */
const REPEATED = 1_350;
const ALL = 'all';
const DISTINCT = 500;
/** Ids above those that the project has. */
const FIRST_ID = 1_000;

const distinct = Array.from({ length: DISTINCT }, (_, index) => `f-${index}`);

const touching = (
  id: number,
  names: readonly string[],
  project = ELSEWHERE,
): ScheduledChangeRequest => ({
  ...changeRequest(project, id, ALL),
  features: names.map((name) => ({ name, changes: [{ action: 'archiveFeature' }] })),
});

function* touchedByAll(count: number) {
  for (let id = FIRST_ID; id < FIRST_ID + count; id++) yield touching(id, [ALL]);
}

function* touchedByEach(count: number, project?: string) {
  for (let id = FIRST_ID; id < FIRST_ID + count; id++) yield touching(id, distinct, project);
}

const searchFor = (names: readonly string[], project = ELSEWHERE): string =>
  `${scheduledPath(project)}?${names.map((name) => `feature=${name}`).join('&')}`;

async function searching(
  target: Target,
  { lastsMs }: Size,
  names: readonly string[],
  clients = CLIENTS,
) {
  const attacker = new Attacker(target);
  await attacker.repeat(clients, lastsMs, () =>
    attacker.send({ method: 'GET', path: searchFor(names), key: target.keys.weak }),
  );
  return attacker.end();
}

/** Searches with another key for as much at the same time, which must have its turn. */
async function searchingAmongOthers(target: Target, size: Size) {
  const other = new Attacker(target);
  const path = searchFor(distinct, OTHERS);
  const [attacked] = await Promise.all([
    searching(target, size, distinct, CROWD),
    other.repeat(1, size.lastsMs, () =>
      other.send({ method: 'GET', path, key: target.keys.others }),
    ),
  ]);
  const { statuses } = other.end();
  const problems = [...statuses]
    .filter(([status]) => status !== '200')
    .map(([status, times]) => `heavy searches of another key: ${status}, ${times} times`);
  const responses = statuses.get('200') ?? 0;
  return {
    statuses: new Map([...attacked.statuses, ['200, to another key', responses]]),
    problems: [...attacked.problems, ...problems],
  };
}

const on = (store: Attack['store']): readonly Attack[] => [
  {
    name: `one feature, asked for ${REPEATED} times, ${store}`,
    store,
    prepare: (target, size) => target.fill(touchedByAll(size.pick(1_000, 20_000))),
    run: (target, size) =>
      searching(
        target,
        size,
        Array.from({ length: REPEATED }, () => ALL),
      ),
  },
  {
    name: `${DISTINCT} features that match much, ${store}`,
    store,
    prepare: (target, size) => target.fill(touchedByEach(size.pick(20, 500))),
    run: (target, size) => searching(target, size, distinct),
  },
  {
    name: `${CROWD} heavy searches of one key, ${store}`,
    store,
    prepare: async (target, size) => {
      for (const project of [ELSEWHERE, OTHERS]) {
        await target.fill(touchedByEach(size.pick(20, 200), project));
      }
    },
    run: searchingAmongOthers,
  },
];

/** Searches of a key that may search one project, which cost far more than others. */
export const HEAVY_SEARCHES: readonly Attack[] = [...on('SQLite'), ...on('Postgres')];
