import {
  isName,
  type Ports,
  type ReadOptions,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import {
  type AskedTarget,
  type ImpactReader,
  MAX_LISTED,
  MAX_LISTED_BYTES,
} from '@forewarn/impact';
import { utf8Of } from '@forewarn/platform';
import { doubtsIn, NAME_KINDS, type NameRepository, scheduledAtOf } from '@forewarn/record';
import { okAsync, ResultAsync } from 'neverthrow';
import type { ForecastQuery } from './forecast-reader.ts';
import { isPlanned, PLANNED_KINDS } from './effects-of.ts';

/** Which change requests forecasts are about. */
type Asked = Pick<ForecastQuery, 'now' | 'projectIds' | 'environments'>;

const PLANNED: ReadonlySet<string> = new Set(PLANNED_KINDS);

/** Whether others may affect a change request by what it does not say that it touches. */
export const mayTouchMore = (changeRequest: ScheduledChangeRequest): boolean =>
  doubtsIn(changeRequest).some(({ kinds }) => kinds.some((kind) => PLANNED.has(kind)));

// Only what does not list its changes, or names no parent, leaves each feature in doubt, so an index finds these few. No feature
// has this name.
const ANY_FEATURE: AskedTarget = { target: { kind: 'feature', name: '.' } };

/** What tells whether forecasts can say that all goes as planned. */
export type GapPorts = Ports<unknown, { readonly reader: ImpactReader }> & {
  readonly names?: Pick<NameRepository, 'find'> | undefined;
};

/** Why forecasts may lack what no store finds, at one moment. */
export interface Gaps {
  /** The soonest time of a pending change request that may not list its changes; Infinity if there is none. */
  readonly unlistedAt: number;
  /** Whether an environment is misspelt. */
  readonly isNotFound: boolean;
}

/** Returns why forecasts may lack what no store finds. */
export const gapsOf = (
  ports: GapPorts,
  asked: Asked,
  options: ReadOptions,
): ResultAsync<Gaps, StoreUnavailable> =>
  ResultAsync.combine([
    soonestUnlisted(ports, asked, options),
    lacksEnvironment(ports, asked, options),
  ]).map(([unlistedAt, isNotFound]) => ({ unlistedAt, isNotFound }));

/** In any environment: an archived feature is archived in all. */
function soonestUnlisted(
  { reader }: GapPorts,
  { now, projectIds }: Asked,
  options: ReadOptions,
): ResultAsync<number, StoreUnavailable> {
  const search = { asked: [ANY_FEATURE], projectIds, ignoresOtherProjects: true };
  return toResultAsync(reader.impact(search, options)).map(({ targets }) => {
    const times = targets.flatMap(({ doubtful }) => [
      ...doubtful.filter(isPlanned).map(scheduledAtOf),
      ...(mayBeCut(doubtful) ? [now] : []),
    ]);
    return Math.min(...times.filter((at) => at >= now), Infinity);
  });
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
