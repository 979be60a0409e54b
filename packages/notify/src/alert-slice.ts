import type { CallOptions, ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import {
  type Forecast,
  type ForecastAmong,
  type ForecastFindings,
  forecastInTurns,
  type ForecastReader,
} from '@forewarn/forecast';
import { keyOf, type ListingPlace, listingPlaceOf, type ListingReader } from '@forewarn/record';
import type { AlertBatch, AlertSweep } from './alert-progress.ts';
import type { AlertRepository } from './alert-repository.ts';
import { type AlertComparison, activeByKey, type ActiveAlerts } from './alert-comparison.ts';
import { readableOf, UNREADABLE, type UnreadableReport, valueOf } from './alert-lookups.ts';
import type { AlertWork } from './alert-work.ts';
import { changeRequestKey, keyText } from './change-request-key.ts';

/** How many change requests a slice looks at: it adapts to how long that takes. */
export interface AlertPages {
  limit: number;
}

/** How long a slice takes. */
const SLICE_MS = 500;
const MIN_LIMIT = 250;
const MAX_LIMIT = 500;
/** Maximum size of the listed change requests, as JSON text. */
const PAGE_BYTES = 1_048_576;

interface SlicePorts extends UnreadableReport {
  readonly alerts: Pick<AlertRepository, 'find' | 'list'>;
  readonly reader: Pick<ListingReader, 'list'>;
  readonly forecasts: ForecastReader;
}

interface SliceScope {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** All that are registered. */
  readonly projectIds: readonly string[];
  readonly pages: AlertPages;
}

/** Looks at a part of the work. */
export class AlertSlice {
  readonly #ports: SlicePorts;
  readonly #scope: SliceScope;
  readonly #comparison: AlertComparison;
  readonly #options: CallOptions;

  constructor(
    ports: SlicePorts,
    scope: SliceScope,
    comparison: AlertComparison,
    options: CallOptions,
  ) {
    this.#ports = ports;
    this.#scope = scope;
    this.#comparison = comparison;
    this.#options = options;
  }

  /** Looks at what changed, and at everything, in turns: as much as fits into a slice and a commit. */
  async look(work: AlertWork, generation: number): Promise<void> {
    const endsAt = Date.now() + SLICE_MS;
    for (let turn = generation; !work.isDone && !this.#comparison.isFull; turn += 1) {
      const began = Date.now();
      if (began >= endsAt) break;
      const batch = work.sweep !== undefined && turn % 2 === 1 ? undefined : work.take();
      if (batch !== undefined) work.putBack(await this.#batch(batch));
      else if (work.sweep !== undefined) work.sweep = await this.#sweep(work.sweep);
      this.#adapt(Date.now() - began);
    }
    work.add(this.#comparison.again, this.#scope.now);
  }

  #adapt(took: number): void {
    const { pages } = this.#scope;
    const limit = Math.round((pages.limit * SLICE_MS) / Math.max(took, 1));
    const grown = Math.ceil(1.5 * pages.limit);
    pages.limit = Math.min(Math.max(limit, MIN_LIMIT), grown, MAX_LIMIT);
  }

  /** Returns what is left of a batch. */
  async #batch(batch: AlertBatch): Promise<AlertBatch> {
    const { keys, touching, after } = batch;
    if (keys.length > 0) {
      const done = await this.#keys(keys.slice(0, this.#scope.pages.limit), false, batch);
      return { ...batch, keys: keys.slice(done) };
    }
    const page = await this.#page({ touching }, after);
    const last = await this.#planned(page, await this.#active(page), batch);
    const next = last ?? page.next;
    return next === undefined ? { ...batch, touching: [] } : { ...batch, after: next };
  }

  /** Returns how the sweep goes on; undefined if it is over. */
  async #sweep(sweep: AlertSweep): Promise<AlertSweep | undefined> {
    const isFirst = sweep.isFirst === true;
    const own = isFirst ? { isFirst } : {};
    if (isOfActive(sweep)) {
      const { stage, after } = sweep;
      const { limit } = this.#scope.pages;
      const query = { kind: stage, after, limit };
      const keys = await valueOf(this.#ports.alerts.list(query, this.#options));
      const done = await this.#keys(keys, isFirst, undefined);
      if (keys.length === limit || done < keys.length) {
        return { ...own, stage, after: keys[done - 1] ?? after };
      }
      return { ...own, stage: stage === 'forecast' ? 'schedule' : 'new' };
    }
    const { stage } = sweep;
    const isNew = stage === 'new';
    const next = await (isNew ? this.#news(sweep.after) : this.#troubled(sweep.after, isFirst));
    if (next !== undefined) return { ...own, stage, after: next };
    return isNew ? { ...own, stage: 'troubled' } : undefined;
  }

  /** Looks at change requests. Returns how many of the first it has compared. */
  async #keys(
    keys: readonly ChangeRequestKey[],
    isFirst: boolean,
    batch: AlertBatch | undefined,
  ): Promise<number> {
    const active = await this.#activeOf(keys, ['forecast', 'schedule']);
    const planned = new Set<string>();
    let after: ListingPlace | undefined;
    do {
      const page: ForecastFindings = await this.#page({ keys }, after);
      for (const place of page.candidates) planned.add(keyText(place));
      const last = await this.#planned(page, active, batch);
      // The others come again.
      if (last !== undefined) return 0;
      after = page.next;
    } while (after !== undefined);
    for (const key of keys) {
      if (planned.has(keyText(key))) continue;
      await this.#comparison.unplanned(key, active.get(keyText(key)) ?? {}, isFirst);
    }
    return keys.length;
  }

  /** Looks for what was not told yet: the rest is compared by its key. Returns where the next page begins. */
  async #news(after: ListingPlace | undefined): Promise<ListingPlace | undefined> {
    const page = await this.#page(undefined, after);
    const active = await this.#active(page);
    const candidates = page.candidates.filter((place) => !active.has(keyText(place)));
    return (await this.#planned({ ...page, candidates }, active, undefined)) ?? page.next;
  }

  /** Looks for schedules that are suspended or failed, and were not told. Returns where the next page begins. */
  async #troubled(
    after: ListingPlace | undefined,
    isFirst: boolean,
  ): Promise<ListingPlace | undefined> {
    const { projectIds, pages } = this.#scope;
    const statuses = ['suspended', 'failed'] as const;
    const query = { projectIds, statuses, limit: pages.limit, maxBytes: PAGE_BYTES, after };
    const list = () => this.#ports.reader.list(query, this.#options);
    const page = await readableOf(list, this.#ports);
    // Each is looked at when it is recorded.
    if (page === UNREADABLE) return undefined;
    const keys = page.changeRequests.map(changeRequestKey);
    const active = await this.#activeOf(keys, ['schedule']);
    for (const each of page.changeRequests) {
      const status = active.get(keyOf(each))?.schedule?.fingerprint;
      if (status !== each.schedule?.status) this.#comparison.troubled(each, isFirst);
    }
    const last = page.changeRequests.at(-1);
    return page.hasMore && last !== undefined ? listingPlaceOf(last) : undefined;
  }

  async #page(
    among: ForecastAmong | undefined,
    after: ListingPlace | undefined,
  ): Promise<ForecastFindings> {
    const { projectIds, now, pages } = this.#scope;
    const { limit } = pages;
    const query = { projectIds, now, limit, among, after };
    const page = await valueOf(this.#ports.forecasts.forecast(query, this.#options));
    const { length } = page.candidates;
    // A store that has to cut a page reads for nothing.
    if (page.next !== undefined && length < limit / 4) pages.limit = Math.max(2 * length, 1);
    return page;
  }

  /** Returns the alerts of the candidates of a page. */
  #active({ candidates }: ForecastFindings): Promise<ReadonlyMap<string, ActiveAlerts>> {
    return this.#activeOf(candidates, ['forecast', 'schedule']);
  }

  async #activeOf(
    keys: readonly ChangeRequestKey[],
    kinds: readonly ('forecast' | 'schedule')[],
  ): Promise<ReadonlyMap<string, ActiveAlerts>> {
    const asked = keys.flatMap(({ projectId, id }) =>
      kinds.map((kind) => ({ kind, projectId, id })),
    );
    if (asked.length === 0) return new Map();
    return activeByKey(await valueOf(this.#ports.alerts.find(asked, this.#options)));
  }

  /** Compares the candidates of a page. Returns the last one of those that fit into the commit, if not all do. */
  async #planned(
    page: ForecastFindings,
    active: ReadonlyMap<string, ActiveAlerts>,
    batch: AlertBatch | undefined,
  ): Promise<ListingPlace | undefined> {
    // What decides about the only one is more than was read: nothing is known of it.
    if (page.isCut === true) return undefined;
    const bodies = new Map(page.scheduled.map((each) => [keyOf(each), each]));
    const forecasts = await this.#forecasts(page);
    for (const [index, place] of page.candidates.entries()) {
      const key = keyText(place);
      const [changeRequest, forecast] = [bodies.get(key), forecasts.get(key)];
      if (changeRequest === undefined || forecast === undefined) continue;
      await this.#comparison.planned(changeRequest, forecast, active.get(key) ?? {}, batch);
      if (batch?.hasNewInfluences === true) this.#comparison.again.addDependencies(changeRequest);
      const isLast = index === page.candidates.length - 1;
      if (this.#comparison.isFull && !isLast) return place;
    }
    return undefined;
  }

  async #forecasts(page: ForecastFindings): Promise<ReadonlyMap<string, Forecast>> {
    const asked = new Set(page.candidates.map(keyText));
    const isAsked = (each: ScheduledChangeRequest): boolean => asked.has(keyOf(each));
    const scope = { now: this.#scope.now, gone: page.gone, isAsked };
    const forecasts = await forecastInTurns(page.scheduled, scope, this.#options);
    return new Map(forecasts.map((each) => [keyOf(each), each]));
  }
}

/** Whether a sweep looks at active alerts. */
const isOfActive = (
  sweep: AlertSweep,
): sweep is Extract<AlertSweep, { stage: 'forecast' | 'schedule' }> =>
  sweep.stage === 'forecast' || sweep.stage === 'schedule';
