import { okAsync, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { AskedTarget } from '../model/impact.ts';
import { isName } from '../model/name.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import { NAME_KINDS, type NameRepository } from '../ports/name-repository.ts';
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
import type { OutcomeFacts } from '../rules/outcome-of.ts';
import { utf8Of } from '../rules/platform.ts';
import type { Ports } from './use-case.ts';

/** Which change requests a page of forecasts is about. */
type Asked = Omit<ForecastQuery, 'after' | 'limit'>;

const PLANNED: ReadonlySet<string> = new Set(PLANNED_KINDS);

/** Whether others may affect a change request by what it does not say that it touches. */
export const mayTouchMore = (changeRequest: ScheduledChangeRequest): boolean =>
  doubtsIn(changeRequest).some(({ kinds }) => kinds.some((kind) => PLANNED.has(kind)));

// Only what does not list its changes, or names no parent, leaves each feature in doubt, so an index finds these few. No feature
// has this name.
const ANY_FEATURE: AskedTarget = { target: { kind: 'feature', name: '.' } };

/** What tells whether a page of forecasts can say that all goes as planned. */
export type GapPorts = Ports<unknown, { reader: 'impact' }> & {
  readonly names?: Pick<NameRepository, 'find'> | undefined;
};

/** Returns why a page may lack what no store finds. That of a single one tells its own doubt. */
export const gapsOf = (
  ports: GapPorts,
  asked: Asked,
  options: ReadOptions,
): ResultAsync<Pick<OutcomeFacts, 'isDoubtful' | 'isNotFound'>, StoreUnavailable> =>
  asked.only !== undefined
    ? okAsync({ isDoubtful: false })
    : ResultAsync.combine([
        listsNothing(ports, asked, options),
        lacksEnvironment(ports, asked, options),
      ]).map(([isDoubtful, isNotFound]) => ({ isDoubtful, isNotFound }));

/** Whether one that the page is about may not list its changes, so that nothing is found to affect it. */
function listsNothing(
  { reader }: GapPorts,
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

/** Whether one of the environments is known to be in none of the projects: it is misspelt. */
function lacksEnvironment(
  { names }: GapPorts,
  { projectIds, environments = [] }: Asked,
  { signal }: ReadOptions,
): ResultAsync<boolean, StoreUnavailable> {
  const asked = environments
    .filter(isName)
    .map((value) => ({ kind: NAME_KINDS.environment, value }));
  if (names === undefined || asked.length === 0) return okAsync(false);
  return toResultAsync(names.find({ projectIds, names: asked }, { signal })).map((found) =>
    found.some(({ state }) => state === 'not-found'),
  );
}

/** Whether a list of an impact may lack the last ones. */
const mayBeCut = (listed: readonly ScheduledChangeRequest[]): boolean =>
  listed.length >= MAX_LISTED || utf8Of(JSON.stringify(listed)).length > MAX_LISTED_BYTES / 2;
