import type { Route } from '../app/route.ts';
import type { Entry } from './entry.ts';
import { hrefWith } from './filters.ts';
import { dateParameter, rangeIn } from './range.ts';

/** The periods to which a cluster can open, the shortest first. */
const PERIODS = ['day', 'days', 'month'] as const;

/**
 * Returns the link to the lane of a cluster, in the shortest period that has all of it. Where that is shown already, the next
 * shorter one tells its first entries apart.
 *
 * @param entries in order of time
 */
export function clusterHref(route: Route, entries: readonly Entry[]): string {
  const [{ project, environment, at = 0 }] = entries as [Entry];
  const last = entries.at(-1)?.at ?? at;
  const from = dateParameter(new Date(at));
  const hrefs = PERIODS.map((scale) => hrefWith(route, { project, environment, scale, from }));
  const holds = PERIODS.map(
    (scale) => rangeIn(new URLSearchParams({ scale, from }), at, []).end.getTime() > last,
  );
  const shortest = holds.indexOf(true);
  const index = shortest === -1 ? PERIODS.length - 1 : shortest;
  const isShown = hrefs[index] === hrefWith(route, {});
  return hrefs[Math.max(0, isShown ? index - 1 : index)] ?? '';
}
