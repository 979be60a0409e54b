import { scheduledPath } from '../faults/attempts.ts';
import { touching } from '../faults/population.ts';
import { type Attack, onBoth } from './attack.ts';
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

const touchingAll = (count: number, names: readonly string[], project = ELSEWHERE) =>
  touching(project, FIRST_ID, count, () => names);

const searchFor = (names: readonly string[], project = ELSEWHERE): string =>
  `${scheduledPath(project)}?${names.map((name) => `feature=${name}`).join('&')}`;

function searching(
  attacker: Attacker,
  { keys }: Target,
  names: readonly string[],
  clients = CLIENTS,
): Promise<void> {
  const path = searchFor(names);
  return attacker.flood(clients, () => ({ method: 'GET', path, key: keys.weak }));
}

/** Searches of a key that may search one project, which cost far more than others. */
export const HEAVY_SEARCHES: readonly Attack[] = onBoth(() => [
  {
    name: `one feature, asked for ${REPEATED} times`,
    prepare: (target, size) => target.fill(touchingAll(size.pick(1_000, 20_000), [ALL])),
    run: (attacker, target) => searching(attacker, target, Array(REPEATED).fill(ALL)),
  },
  {
    name: `${DISTINCT} features that match much`,
    prepare: (target, size) => target.fill(touchingAll(size.pick(20, 500), distinct)),
    run: (attacker, target) => searching(attacker, target, distinct),
  },
  {
    name: `${CROWD} heavy searches of one key`,
    prepare: async (target, size) => {
      for (const project of [ELSEWHERE, OTHERS]) {
        await target.fill(touchingAll(size.pick(20, 200), distinct, project));
      }
    },
    // Another key searches for as much at the same time, and must have its turn.
    run: async (attacker, target, { lastsMs }) => {
      const other = new Attacker(target.url, lastsMs);
      const asked = { method: 'GET', path: searchFor(distinct, OTHERS), key: target.keys.others };
      await Promise.all([
        searching(attacker, target, distinct, CROWD),
        other.flood(1, () => asked),
      ]);
      for (const [status, times] of other.end().statuses) {
        if (status === '200') attacker.count('200, to another key', times);
        else attacker.problem(`heavy searches of another key: ${status}, ${times} times`);
      }
    },
  },
]);
