import { type ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { AskedTarget } from '../model/impact.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import { toResultAsync } from '../ports/port-result.ts';
import type { ForecastQuery } from '../ports/scheduled-change-request-forecast.ts';
import {
  MAX_LISTED,
  MAX_LISTED_BYTES,
  type ReadOptions,
} from '../ports/scheduled-change-request-reader.ts';
import { doubtsIn } from '../rules/doubts-of.ts';
import { PLANNED_KINDS } from '../rules/effects-of.ts';
import { isListed, listingEntryOf } from '../rules/listing.ts';
import { utf8Of } from '../rules/platform.ts';
import type { Ports } from './use-case.ts';

/** Which change requests a page of forecasts is about. */
type Asked = Omit<ForecastQuery, 'after' | 'limit' | 'only'>;

const PLANNED: ReadonlySet<string> = new Set(PLANNED_KINDS);

/** Whether others may affect a change request by what it does not say that it touches. */
export const mayTouchMore = (changeRequest: ScheduledChangeRequest): boolean =>
  doubtsIn(changeRequest).some(({ kinds }) => kinds.some((kind) => PLANNED.has(kind)));

// Only what does not list its changes, or names no parent, leaves each feature in doubt, so an index finds these few. No feature
// has this name.
const ANY_FEATURE: AskedTarget = { target: { kind: 'feature', name: '.' } };

/** Whether one that a page is about may not list its changes: then no store finds what affects it. */
export function listsNothing(
  { reader }: Ports<unknown, { reader: 'impact' }>,
  { now, projectIds, environments, from = now, to }: Asked,
  options: ReadOptions,
): ResultAsync<boolean, StoreUnavailable> {
  const search = { asked: [ANY_FEATURE], projectIds, ignoresOtherProjects: true };
  const filter = { environments, statuses: ['pending'], from: Math.max(from, now), to } as const;
  return toResultAsync(reader.impact(search, options)).map(({ targets }) =>
    targets.some(
      ({ doubtful }) =>
        mayBeCut(doubtful) || doubtful.some((each) => isListed(listingEntryOf(each), filter)),
    ),
  );
}

/** Whether a list of an impact may lack the last ones. */
const mayBeCut = (listed: readonly ScheduledChangeRequest[]): boolean =>
  listed.length >= MAX_LISTED || utf8Of(JSON.stringify(listed)).length > MAX_LISTED_BYTES / 2;
