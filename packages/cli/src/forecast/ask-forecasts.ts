import type { Client, Failure, Forecast, ForecastPage, RequestOptions } from '@forewarn/client';
import { type AsOf, compareListingPlaces, keyOf, listingPlaceOf, olderOf } from '@forewarn/record';
import pLimit from 'p-limit';
import { type CutOff, cutOff, readPages } from '../read-pages.ts';
import { type Breaking, breakingIn, isSure } from './breaking.ts';
import type { ForecastQuestion } from './forecast-question.ts';

/** How what is scheduled will go. */
export interface ForecastReport {
  /** Whether any change request will not go as planned. Otherwise `unknown` if any may not, or if not all is known. */
  readonly outcome: 'as-planned' | 'not-as-planned' | 'unknown';
  /** How current the data is; absent if none was read. */
  readonly coverage?: 'live' | 'as-of' | 'none';
  /** The time of the oldest data, ISO 8601; absent if it is live. */
  readonly asOf?: string;
  /** Why there may be more than is listed; empty if all is known. */
  readonly reasons: ForecastPage['reasons'];
  /** Those that will not go as planned, or may not: the soonest first. */
  readonly forecasts: readonly Forecast[];
  /** The change requests in the scope that break others, also outside of it: the soonest first. */
  readonly breaking: readonly Breaking[];
  /** The environments asked about that are not known to exist, if that makes the outcome unknown. */
  readonly unchecked?: readonly string[];
  /** Why the list is incomplete, or an environment could not be looked for. */
  readonly failure?: Failure | CutOff;
}

/** How much is read at most. */
interface ReadLimits {
  readonly pages: number;
  /** Change requests and causes. */
  readonly entries: number;
  readonly ms: number;
}

const LIMITS: ReadLimits = { pages: 1_000, entries: 100_000, ms: 300_000 };

/** Maximum pages in flight. */
const CONCURRENCY = 4;

interface AskOptions extends RequestOptions {
  readonly limits?: ReadLimits;
}

/** Asks how the change requests of the projects will go. Reads all pages. */
export async function askForecasts(
  client: Pick<Client, 'listForecasts'>,
  { project, environment, within }: ForecastQuestion,
  { signal, limits = LIMITS }: AskOptions = {},
): Promise<ForecastReport> {
  const now = Date.now();
  const query = {
    ...(environment === undefined ? {} : { environments: environment }),
    ...(within === undefined ? {} : { within: within / 1_000 }),
  };
  const scopes =
    project === undefined ? [{}] : [...new Set(project)].map((projectId) => ({ projectId }));
  const room: Room = { pages: limits.pages, entries: limits.entries, until: now + limits.ms };
  const lists = await pLimit(CONCURRENCY).map(scopes, (scope) =>
    pagesOf(
      (at) => client.listForecasts({ ...query, ...scope, ...at }, signal && { signal }),
      room,
    ),
  );
  // What a change request of the scope breaks can be in another project, environment or time.
  const isWhole = project === undefined && environment === undefined && within === undefined;
  const whole = isWhole
    ? []
    : [
        await pagesOf((at) => client.listForecasts(at, signal && { signal }), {
          ...room,
          pages: limits.pages,
          entries: limits.entries,
        }),
      ];
  const pages = [...lists, ...whole].flatMap((list) => list.pages);
  const all = pages.flatMap((page) => page.forecasts);
  const known = [...new Map(all.map((each) => [keyOf(each), each])).values()];
  // What is within a time is so by the clock of the server.
  const servedAt = pages.flatMap((page) => page.servedAt ?? []).map(Date.parse);
  const asked = { project, environment, within };
  const breaking = breakingIn(known, asked, servedAt.length === 0 ? now : Math.max(...servedAt));
  const failure = whole.find((list) => list.failure !== undefined)?.failure;
  return reportOf(lists, breaking, failure ?? (isWhole ? undefined : unlistedCauses(known)));
}

/** Returns that a forecast may have a cause in the scope that it does not list. */
function unlistedCauses(forecasts: readonly Forecast[]): CutOff | undefined {
  const cut = forecasts.find(isCut);
  return (
    cut &&
    cutOff(
      `#${cut.id} in ${cut.project} does not list all of its causes, and some may be what is asked about: repair it, or ask without a scope`,
    )
  );
}

/** Whether a forecast has more causes than it lists, or than were looked at. */
const isCut = ({ causes, causeCount, hiddenCauses, reasons }: Forecast): boolean =>
  causes.length + hiddenCauses < causeCount ||
  reasons.includes('too-many-causes') ||
  causes.some(({ consequence }) => consequence.rule === 'too-many-effects');

/** What may still be read. */
interface Room {
  pages: number;
  entries: number;
  readonly until: number;
}

/** The pages of a list, and why there are no more if these are not all. */
interface Pages {
  readonly pages: readonly ForecastPage[];
  readonly failure?: Failure | CutOff;
}

/** Reads the pages of a list as far as there is room. */
async function pagesOf(
  read: (at: { readonly cursor?: string }) => ReturnType<Client['listForecasts']>,
  room: Room,
): Promise<Pages> {
  const pages: ForecastPage[] = [];
  const failure = await readPages({
    read,
    take: (page) => {
      pages.push(page);
      room.pages -= 1;
      for (const { causes } of page.forecasts) room.entries -= 1 + causes.length;
    },
    hasRoom: () => room.pages > 0 && room.entries > 0 && Date.now() <= room.until,
    narrowedBy: 'project, environment or time',
  });
  return failure === undefined ? { pages } : { pages, failure };
}

/** @param wider why it is not known in full what breaks outside of the scope */
function reportOf(
  lists: readonly Pages[],
  breaking: readonly Breaking[],
  wider: Pages['failure'],
): ForecastReport {
  const pages = lists.flatMap((list) => list.pages);
  const failure = lists.find((list) => list.failure !== undefined)?.failure ?? wider;
  const forecasts = pages
    .flatMap((page) => page.forecasts)
    .filter(({ forecast }) => forecast !== 'as-planned')
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)));
  const reasons = reasonsOf(lists);
  const asOf = pages.map((page) => page.asOf).reduce<AsOf>(olderOf, undefined);
  const isIncomplete = pages.some((page) => page.isIncomplete);
  const coverage = isIncomplete ? 'none' : asOf === undefined ? 'live' : 'as-of';
  const isClear = forecasts.length === 0 && reasons.length === 0 && failure === undefined;
  return {
    outcome: outcomeOf(forecasts, breaking, isClear),
    ...(pages.length === 0 ? {} : { coverage }),
    ...(asOf === undefined ? {} : { asOf }),
    reasons,
    forecasts,
    breaking,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** An environment that one of the projects has is not misspelt. */
function reasonsOf(lists: readonly Pages[]): ForecastReport['reasons'] {
  const ofEach = lists.map(({ pages }) => new Set(pages.flatMap((page) => page.reasons)));
  const isMisspelt = ofEach.every((reasons) => reasons.has('not-found'));
  const all = new Set(ofEach.flatMap((reasons) => [...reasons]));
  return [...all].filter((reason) => reason !== 'not-found' || isMisspelt);
}

function outcomeOf(
  forecasts: readonly Forecast[],
  breaking: readonly Breaking[],
  isClear: boolean,
): ForecastReport['outcome'] {
  if (forecasts.some(({ forecast }) => forecast !== 'unknown') || breaking.some(isSure)) {
    return 'not-as-planned';
  }
  return isClear && breaking.length === 0 ? 'as-planned' : 'unknown';
}
