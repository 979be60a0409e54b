import { attempt, type CallOptions, type StoreUnavailable } from '@forewarn/core';
import type { ForecastReader } from '@forewarn/forecast';
import {
  type CoveredProject,
  type DataAgeLimit,
  type EventRepository,
  isCurrent,
  type ListingReader,
  type ProjectRepository,
  scheduledAtOf,
} from '@forewarn/record';
import { err, ok, type ResultAsync } from 'neverthrow';
import { MAX_MARKS } from './alert-progress.ts';
import type { AlertCommit, AlertRepository, AlertState } from './alert-repository.ts';
import { AlertComparison } from './alert-comparison.ts';
import { AlertIntake, CHANGING } from './alert-intake.ts';
import {
  AlertLookups,
  readableOf,
  Unavailable,
  UNREADABLE,
  type UnreadableReport,
  valueOf,
} from './alert-lookups.ts';
import { type AlertPages, AlertSlice } from './alert-slice.ts';
import { AlertWork } from './alert-work.ts';
import type { AlertEvent } from './alert-events.ts';
import type { ReadinessSource } from '@forewarn/record';

export interface AlertPorts extends DataAgeLimit, UnreadableReport {
  readonly alerts: AlertRepository;
  readonly reader: Pick<ListingReader, 'list' | 'find'>;
  readonly forecasts: ForecastReader;
  readonly projects: Pick<ProjectRepository, 'list'>;
  readonly events: Pick<EventRepository, 'list'>;
  /** Tell which features can be cleaned up. Default: none. */
  readonly readiness?: readonly ReadinessSource[] | undefined;
}

/** What a step did. */
export interface AlertsUpdated {
  /** How many events it recorded. */
  readonly events: number;
  /** Another node committed meanwhile, so that nothing changed. */
  readonly isBeaten?: true;
  /** Whether all that is known to have changed was looked at. Otherwise call it again: it goes on there. */
  readonly isDone: boolean;
  /** When something can change because time passes, in milliseconds since 1970; absent if nothing can, or it is not done. */
  readonly nextAt?: number;
}

/** The name of the principal in the events of alerts. */
export const ALERTS_BY = 'forewarn';

/** Time between two looks for features that grew quiet. */
const QUIET_LOOK_MS = 3_600_000;

/** Maximum alerts of projects. */
const MAX_PROJECTS = 1_000_000;

/**
 * Makes a function that compares what holds now with what was told, and tells what changed: once, on however many nodes it
 * runs. It needs no credentials. A call takes some tenths of a second and commits how far it is: call it until it is done,
 * after what can change a forecast, at `nextAt`, and now and then.
 *
 * - It looks at what can have changed since the last commit: by the events, the marks of what has none, and the time that
 *   passed. Now and then, and when the clock was set back, it compares everything.
 * - A read that fails ends the call. One that is cut ends no alert.
 * - That the time of a cause is over resolves nothing, as it was probably applied. If it is replaced or removed only then, and
 *   moved afterwards, the next comparison of everything resolves the prediction. One whose own time is over, or that came true,
 *   ends without an event.
 * - What can be cleaned up, once what touches it is over or withdrawn or it grew quiet, is told if a source knows it.
 * - The first comparison of a store tells of no schedule that is suspended or failed already. It ends with one summary for each
 *   webhook.
 */
export const makeUpdateAlerts = (ports: AlertPorts) => {
  const pages: AlertPages = { limit: 250 };
  return (options: CallOptions = {}): ResultAsync<AlertsUpdated, StoreUnavailable> =>
    attempt(
      () => false,
      options,
      async () => {
        try {
          return ok(await new Step(ports, pages, options).take());
        } catch (error) {
          // The rest of a page that takes too long fits into several.
          pages.limit = Math.ceil(pages.limit / 2);
          if (error instanceof Unavailable) return err(error.error);
          throw error;
        }
      },
    );
};

class Step {
  readonly #ports: AlertPorts;
  readonly #pages: AlertPages;
  readonly #options: CallOptions;
  readonly #now = Date.now();
  #nextAt = Infinity;

  constructor(ports: AlertPorts, pages: AlertPages, options: CallOptions) {
    this.#ports = ports;
    this.#pages = pages;
    this.#options = options;
  }

  async take(): Promise<AlertsUpdated> {
    const { alerts, projects: projectPort } = this.#ports;
    const state = await valueOf(alerts.read(this.#options));
    const isNew = state.progress === undefined;
    if (isNew && state.marks.length >= MAX_MARKS) return this.#dropMarks(state);
    const projects = await valueOf(projectPort.list(this.#options));
    const projectIds = projects.map(({ id }) => id);
    const work = new AlertWork(state.progress, this.#now);
    const intake = new AlertIntake(this.#ports, work, this.#now, this.#options);
    const { hasRoom } = work;
    const hasMore = !hasRoom || (await intake.takeIn(state.marks, projectIds));
    const ready = await this.#lookForReady(work, intake, hasMore);
    const lookups = new AlertLookups(this.#ports, this.#now, this.#options);
    const comparison = new AlertComparison(lookups);
    await this.#compareAges(projects, comparison);
    const scope = { now: this.#now, projectIds, pages: this.#pages };
    await new AlertSlice(this.#ports, scope, comparison, this.#options).look(
      work,
      state.generation,
    );
    const marks = state.marks.map(({ no }) => no);
    const isLast = work.isDone && !hasMore && marks.length === 0;
    // Before the commit, so that nothing is changed if it fails.
    if (isLast) await this.#lookAhead(projectIds);
    const changes = comparison.changes();
    const commit = { ...changes, events: [...changes.events, ...ready] };
    const events = await this.#commit(state, work, commit, hasRoom ? marks : undefined);
    const isDone = isLast && events !== undefined;
    const nextAt = isDone && this.#nextAt !== Infinity ? { nextAt: this.#nextAt } : {};
    return events === undefined
      ? { events: 0, isDone, isBeaten: true }
      : { events, isDone, ...nextAt };
  }

  /** Removes marks of what the first comparison looks at anyway, until it can have all that are left. */
  async #dropMarks({ generation, marks }: AlertState): Promise<AlertsUpdated> {
    const commit = { generation, raised: [], ended: [], events: [] };
    const removed = { ...commit, marks: marks.map(({ no }) => no) };
    const result = await this.#ports.alerts.commit(removed, ALERTS_BY, this.#options);
    if (result.isOk()) return { events: 0, isDone: false };
    if (result.error.type !== 'PreconditionFailed') throw new Unavailable(result.error);
    return { events: 0, isDone: false, isBeaten: true };
  }

  /**
   * Returns how many events it recorded; undefined if another node was faster.
   *
   * @param marks undefined if nothing was taken in
   */
  async #commit(
    { generation }: AlertState,
    work: AlertWork,
    changes: Pick<AlertCommit, 'raised' | 'ended' | 'events'>,
    marks: readonly number[] | undefined,
  ): Promise<number | undefined> {
    const { raised, ended, events } = changes;
    const isSame = work.progress() === undefined && (marks ?? []).length === 0;
    if (isSame && raised.length + ended.length === 0) return 0;
    if (marks !== undefined) work.time = Math.max(work.time, this.#now);
    const progress = work.progress();
    const { firstLook } = work;
    const rest = { marks: marks ?? [], ...(progress && { progress }), firstLook };
    const commit = { generation, ...changes, ...rest };
    const result = await this.#ports.alerts.commit(commit, ALERTS_BY, this.#options);
    if (result.isOk()) return events.length;
    if (result.error.type === 'PreconditionFailed') return undefined;
    throw new Unavailable(result.error);
  }

  /** Returns the events of what can be cleaned up from now on. */
  async #lookForReady(
    work: AlertWork,
    intake: AlertIntake,
    isBehind: boolean,
  ): Promise<readonly AlertEvent[]> {
    const { passed } = intake;
    const events: AlertEvent[] = [];
    const sources = this.#ports.readiness ?? [];
    const isDue = this.#now - (work.quiet ?? this.#now) >= QUIET_LOOK_MS;
    const quietSince = isDue ? work.quiet : undefined;
    if (sources.length > 0 && (isDue || work.quiet === undefined)) work.quiet = this.#now;
    for (const source of sources) {
      if (passed.length === 0 && work.waiting.length === 0 && !isDue) break;
      const look = { passed, waiting: work.waiting, quietSince, now: this.#now, isBehind };
      let found = await valueOf(source.look(look, this.#options));
      // What was withdrawn meanwhile is not among what passed.
      if (found.ready.length > 0 && (await intake.hasNext(CHANGING)))
        found = await valueOf(source.look({ ...look, isBehind: true }, this.#options));
      work.waiting = found.waiting;
      for (const data of found.ready) {
        events.push({ type: 'cleanup-ready', data, preData: null, project: data.project });
      }
    }
    return events;
  }

  /** Compares the age of data. A project whose data was never complete did not become too old. */
  async #compareAges(
    projects: readonly CoveredProject[],
    comparison: AlertComparison,
  ): Promise<void> {
    const query = { kind: 'data', limit: MAX_PROJECTS } as const;
    const active = await valueOf(this.#ports.alerts.list(query, this.#options));
    const activeIds = new Set(active.map(({ projectId }) => projectId));
    const { maxDataAgeMs } = this.#ports;
    const notBefore = new Date(this.#now - (maxDataAgeMs ?? 0)).toISOString();
    for (const project of projects) {
      const { coverage, id } = project;
      if (maxDataAgeMs === undefined || coverage.kind !== 'as-of') continue;
      if (isCurrent(coverage, notBefore)) {
        this.#changesAt(Date.parse(coverage.asOf) + maxDataAgeMs + 1);
      } else if (!activeIds.delete(id)) {
        comparison.raise({ kind: 'data', project });
      }
    }
    for (const projectId of activeIds) comparison.end({ kind: 'data', projectId, id: 0 });
  }

  /** Finds out when the time of the next change request is over. */
  async #lookAhead(projectIds: readonly string[]): Promise<void> {
    const from = this.#now;
    const query = { projectIds, statuses: ['pending'], from, limit: 1, maxBytes: 1 } as const;
    const list = () => this.#ports.reader.list(query, this.#options);
    const page = await readableOf(list, this.#ports);
    if (page === UNREADABLE) return;
    for (const each of page.changeRequests) this.#changesAt(scheduledAtOf(each) + 1);
  }

  #changesAt(time: number): void {
    if (time > this.#now && time < this.#nextAt) this.#nextAt = time;
  }
}
