import type { ScheduledChangeRequest } from '@forewarn/core';
import { scheduledPath } from '../faults/attempts.ts';
import { changeRequest } from '../faults/population.ts';
import type { Attack, Size } from './attack.ts';
import { Attacker } from './attacker.ts';
import { ELSEWHERE, type Target } from './target.ts';

const CLIENTS = 4;
/** As often as the longest target has room. */
const REPEATED = 1_350;
const ALL = 'all';
const DISTINCT = 500;
/** Ids above those that the project has. */
const FIRST_ID = 1_000;

const distinct = Array.from({ length: DISTINCT }, (_, index) => `f-${index}`);

const touching = (id: number, names: readonly string[]): ScheduledChangeRequest => ({
  ...changeRequest(ELSEWHERE, id, ALL),
  features: names.map((name) => ({ name, changes: [{ action: 'archiveFeature' }] })),
});

function* touchedByAll(count: number) {
  for (let id = FIRST_ID; id < FIRST_ID + count; id++) yield touching(id, [ALL]);
}

function* touchedByEach(count: number) {
  for (let id = FIRST_ID; id < FIRST_ID + count; id++) yield touching(id, distinct);
}

async function searching(target: Target, { lastsMs }: Size, names: readonly string[]) {
  const attacker = new Attacker(target);
  const query = names.map((name) => `feature=${name}`).join('&');
  const path = `${scheduledPath(ELSEWHERE)}?${query}`;
  await attacker.repeat(CLIENTS, lastsMs, () =>
    attacker.send({ method: 'GET', path, key: target.keys.weak }),
  );
  return attacker.end();
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
];

/** Searches of a key that may search one project, which cost far more than others. */
export const HEAVY_SEARCHES: readonly Attack[] = [...on('SQLite'), ...on('Postgres')];
