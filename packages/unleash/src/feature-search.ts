import { wait } from '@forewarn/client/exchange';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { SyncClock } from './sync-clock.ts';
import type { UnleashApi } from './unleash-api.ts';
import type { UnleashFailure } from './unleash-failure.ts';
import { valuesIn } from './values-in.ts';

/** Maximum page length of Unleash's search for features. */
const PAGE_LENGTH = 100;
/** Maximum number of features in one list. */
const MAX_FEATURES = 100_000;
/** Time until what was found is searched again, in milliseconds. */
const SEARCH_MS = 100_000;
/** Time after which a search is left to the next call, in milliseconds. */
const ROUND_MS = 5_000;
/** Wait after a search that Unleash does not serve, in milliseconds: its limit is that of a minute. */
const PAUSE_MS = 60_000;
/** For how long a search that Unleash interrupts is gone on with, or one that is patient waits for a page, in milliseconds. */
const MAX_GAP_MS = 600_000;

const searched = z.object({
  name: z.string(),
  project: z.string(),
  lifecycle: z.object({ stage: z.string() }).nullish(),
  // Null of a feature that has no dependency, and is no parent.
  dependencyType: z.string().nullish(),
});

/** A feature as Unleash's search lists it, with what the list of its project leaves out. */
export type SearchedFeature = z.output<typeof searched>;

interface FoundFeatures {
  /** Those that were not archived, by name. */
  readonly active: ReadonlyMap<string, SearchedFeature>;
  /** The names of the archived ones. */
  readonly archived: ReadonlySet<string>;
}

/** What a search found in all of its projects. */
export interface FoundInProjects {
  /** When it began, in ISO 8601, UTC: what is newer may be missing. */
  readonly asOf: string;
  /** Returns the features of a project. */
  readonly in: (projectId: string) => FoundFeatures;
}

/** Where to search, and how. */
export interface FeatureSearchOptions {
  readonly api: UnleashApi;
  /** Only these projects; all by default. */
  readonly projectIds?: readonly string[] | undefined;
  /** Called before a sync waits for that many milliseconds. Without it, none waits until the search has ended. */
  readonly onWait?: (ms: number) => void;
}

/** The lists in the order of reading: what is archived meanwhile is in one of them. */
const LISTS = ['active', 'archived'] as const;
type List = (typeof LISTS)[number];

/** A search that has not ended. */
interface Reading {
  readonly asOf: string;
  list: List;
  readonly pages: Record<List, SearchedFeature[]>;
}

/**
 * Searches all features, page by page. Unleash 8.2.0 accepts 15 searches a minute from one address, so a search of many features
 * ends some calls later. No call waits for it.
 */
export class FeatureSearch {
  /** The ids of the projects whose names wait for its first result, or for an Unleash that did not respond. */
  readonly awaiting = new Set<string>();
  readonly #options: FeatureSearchOptions;
  #reading: Reading | undefined;
  /** When it began, or its last page was read, on a clock that does not jump. */
  #readAt = 0;
  #latest: { readonly found: FoundInProjects; readonly since: number } | undefined;
  #pausedUntil = 0;

  constructor(options: FeatureSearchOptions) {
    this.#options = options;
  }

  /** Whether a whole search has ended, and nothing was refused since. */
  get hasFound(): boolean {
    return this.#latest !== undefined;
  }

  /**
   * Returns what the last whole search found; undefined if none has ended. Begins or continues one if it is due, until Unleash
   * accepts no more for now.
   */
  async advance(
    clock: SyncClock,
    signal?: AbortSignal,
  ): Promise<Result<FoundInProjects | undefined, UnleashFailure>> {
    const until = performance.now() + ROUND_MS;
    const isOver = (): boolean =>
      !this.#isDue() ||
      performance.now() < this.#pausedUntil ||
      performance.now() > until ||
      signal?.aborted === true;
    while (!isOver()) {
      const read = await this.#readPage(clock, signal);
      if (read.isErr()) return err(read.error);
    }
    return ok(this.#latest?.found);
  }

  /** Waits until a search with `onWait` can continue. Returns false if it has ended, or has none. */
  async canContinue(signal?: AbortSignal): Promise<boolean> {
    const { onWait } = this.#options;
    if (onWait === undefined || this.#reading === undefined) return false;
    const ms = Math.max(0, this.#pausedUntil - performance.now());
    if (ms > 0) onWait(ms);
    await wait(ms, signal);
    return signal?.aborted !== true;
  }

  #isDue(): boolean {
    const since = this.#latest?.since ?? Number.NEGATIVE_INFINITY;
    return this.#reading !== undefined || performance.now() - since >= SEARCH_MS;
  }

  async #readPage(clock: SyncClock, signal?: AbortSignal): Promise<Result<void, UnleashFailure>> {
    if (this.#reading === undefined) this.#readAt = performance.now();
    // In a long outage, features can move so that one is on no page.
    if (performance.now() - this.#readAt > MAX_GAP_MS) this.#reading = undefined;
    this.#reading ??= { asOf: clock(), list: 'active', pages: { active: [], archived: [] } };
    const { list, pages } = this.#reading;
    const known = pages[list];
    const path = this.#pathOf(list, Math.max(0, known.length - 1));
    const read = await this.#options.api.tryValues(
      path,
      (body) => valuesIn(body, 'features', searched, signal),
      signal,
    );
    if (read.isErr()) return this.#failed(read.error);
    const { values, pauseMs } = read.value;
    this.#readAt = performance.now();
    this.#pause(pauseMs);
    // A page repeats the last feature of the page before. Otherwise they have moved, and one may be on no page.
    if (known.length > 0 && values[0]?.name !== known.at(-1)?.name) {
      pages[list] = [];
      return ok();
    }
    known.push(...values.slice(known.length === 0 ? 0 : 1));
    if (known.length > MAX_FEATURES) {
      const found = `more than ${MAX_FEATURES} features`;
      return this.#failed({ type: 'UnleashUnreadable', path: '/search/features', found });
    }
    if (values.length < PAGE_LENGTH) this.#end(this.#reading);
    return ok();
  }

  /** What Unleash can't serve now is read later. What it refuses stays so: nothing is known any more. */
  #failed(failure: UnleashFailure): Result<void, UnleashFailure> {
    const isPassing = failure.type === 'UnleashUnavailable';
    if (isPassing) this.#pause(failure.retryAfterMs ?? PAUSE_MS);
    else this.#latest = undefined;
    const isPatient = this.#options.onWait !== undefined;
    const isLate = isPatient && this.#pausedUntil - this.#readAt > MAX_GAP_MS;
    if (isPassing && failure.reason === 'status 429' && !isLate) return ok();
    if (!isPassing || isPatient) this.#reading = undefined;
    return err(failure);
  }

  #pause(ms: number | undefined): void {
    if (ms !== undefined) this.#pausedUntil = performance.now() + ms;
  }

  /** Goes on to the next list, or ends the search. */
  #end(reading: Reading): void {
    const next = LISTS[LISTS.indexOf(reading.list) + 1];
    if (next !== undefined) {
      reading.list = next;
      return;
    }
    this.#reading = undefined;
    this.#latest = { found: foundIn(reading), since: performance.now() };
  }

  #pathOf(list: List, offset: number): string {
    const { projectIds } = this.#options;
    const ids = projectIds?.map(encodeURIComponent).join(',');
    const scope = ids === undefined ? '' : `project=IS_ANY_OF%3A${ids}&`;
    const archived = list === 'archived' ? 'archived=IS%3Atrue&' : '';
    return `/search/features?${scope}${archived}sortBy=createdAt&sortOrder=asc&limit=${PAGE_LENGTH}&offset=${offset}`;
  }
}

function foundIn({ asOf, pages }: Reading): FoundInProjects {
  const [active, archived] = LISTS.map((list) =>
    Map.groupBy(pages[list], ({ project }) => project),
  );
  return {
    asOf,
    in: (projectId) => ({
      active: new Map((active?.get(projectId) ?? []).map((each) => [each.name, each])),
      archived: new Set((archived?.get(projectId) ?? []).map(({ name }) => name)),
    }),
  };
}
