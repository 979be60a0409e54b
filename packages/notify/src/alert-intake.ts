import type { CallOptions, ScheduledChangeRequest } from '@forewarn/core';
import { timeSlices } from '@forewarn/platform';
import {
  type Event,
  type EventQuery,
  type EventRepository,
  type EventType,
  listingPlaceOf,
  type ListingQuery,
  type ListingReader,
  type PassedChange,
  scheduledAtOf,
} from '@forewarn/record';
import { type AlertMark, MAX_BATCHED } from './alert-progress.ts';
import { LookAgain } from './look-again.ts';
import { readableOf, UNREADABLE, type UnreadableReport } from './alert-lookups.ts';
import type { AlertWork } from './alert-work.ts';

/** The events after which forecasts or schedules can differ. */
export const CHANGING = [
  'change-request-scheduled',
  'change-request-schedule-withdrawn',
  'strategy-created',
  'strategy-deleted',
  'project-deleted',
] as const satisfies readonly EventType[];

/** How long a step takes events in: those of one change are told together. */
const INTAKE_MS = 250;
/** Maximum events, or change requests whose time is over, that are read at once. */
const LIMIT = 200;
const MAX_BYTES = 1_048_576;
/** Maximum change requests whose time is over in one step. */
const MAX_PASSED = 2_000;
const ONE = { limit: 1, maxBytes: 1 };

interface IntakePorts extends UnreadableReport {
  readonly events: Pick<EventRepository, 'list'>;
  readonly reader: Pick<ListingReader, 'list'>;
}

/** Finds out what changed since the last commit. */
export class AlertIntake {
  readonly #ports: IntakePorts;
  readonly #options: CallOptions;
  readonly #work: AlertWork;
  readonly #now: number;
  readonly #pause = timeSlices();
  /** The change requests that are over, or were withdrawn or replaced, since the last commit. */
  readonly passed: PassedChange[] = [];

  /** @param now milliseconds since 1970 */
  constructor(ports: IntakePorts, work: AlertWork, now: number, options: CallOptions) {
    this.#ports = ports;
    this.#work = work;
    this.#now = now;
    this.#options = options;
  }

  /** Adds what changed to the work. Returns whether there is more. */
  async takeIn(marks: readonly AlertMark[], projectIds: readonly string[]): Promise<boolean> {
    const again = new LookAgain();
    // A sweep looks at what was before.
    const added = this.#work.isNew ? [] : marks.flatMap(({ changes }) => changes);
    for (const change of added) again.add(change);
    const hasMore = await this.#events(again);
    await this.#timePassed(again, projectIds);
    this.#work.add(again, this.#now);
    return hasMore;
  }

  /** Whether there is an event, of some types, after the last that was taken in. */
  async hasNext(types?: EventQuery['types']): Promise<boolean> {
    const next = await this.#listEvents({
      ...ONE,
      after: this.#work.event,
      ...(types === undefined ? {} : { types }),
    });
    return next === UNREADABLE || next.events.length > 0;
  }

  async #events(again: LookAgain): Promise<boolean> {
    const work = this.#work;
    if (!work.isNew && !(await this.hasNext())) return false;
    const newest = await this.#newest();
    if (work.isNew) {
      work.event = newest;
      return false;
    }
    const endsAt = Date.now() + INTAKE_MS;
    let hasMore = true;
    while (hasMore && Date.now() < endsAt && again.size < MAX_BATCHED / 2) {
      hasMore = await this.#eventPage(again, newest);
    }
    return hasMore;
  }

  /** Takes a page of events in. Returns whether there are more. */
  async #eventPage(again: LookAgain, newest: number): Promise<boolean> {
    const after = this.#work.event;
    const query = { limit: LIMIT, maxBytes: MAX_BYTES, after, types: CHANGING };
    const page = await this.#listEvents(query);
    if (page === UNREADABLE) {
      // A sweep finds what they changed.
      again.isOfAll = true;
      this.#work.event = newest;
      return false;
    }
    const { events, hasMore } = page;
    for (const event of events) {
      add(again, event);
      this.passed.push(...releasedBy(event));
      await this.#pause();
    }
    const last = events.at(-1)?.id ?? after;
    // Those of alerts are among the others.
    this.#work.event = hasMore ? last : Math.max(newest, last);
    return hasMore;
  }

  /** Returns the id of the newest event that can be read. */
  async #newest(): Promise<number> {
    const page = await this.#listEvents(ONE);
    return page === UNREADABLE ? this.#work.event : (page.events[0]?.id ?? 0);
  }

  #listEvents(query: EventQuery) {
    return readableOf(() => this.#ports.events.list(query, this.#options), this.#ports);
  }

  #listPending(query: ListingQuery) {
    return readableOf(() => this.#ports.reader.list(query, this.#options), this.#ports);
  }

  /** Reads the rest of those whose time is over: a sweep looks at how they go, but not at what they leave. */
  async #passedBeyond(query: ListingQuery): Promise<void> {
    let hasMore = true;
    while (hasMore && this.passed.length < MAX_PASSED) {
      const last = this.passed.at(-1)?.changeRequest;
      const after = last === undefined ? {} : { after: listingPlaceOf(last) };
      const page = await this.#listPending({ ...query, ...after });
      if (page === UNREADABLE) return;
      this.passed.push(...page.changeRequests.map(passed));
      hasMore = page.hasMore && page.changeRequests.length > 0;
    }
  }

  async #timePassed(again: LookAgain, projectIds: readonly string[]): Promise<void> {
    const [from, to] = [this.#work.time, this.#now];
    if (from >= to) return;
    const bounds = { limit: LIMIT, maxBytes: MAX_BYTES };
    const query = { projectIds, statuses: ['pending'], from, to, ...bounds } as const;
    const page = await this.#listPending(query);
    if (page === UNREADABLE) {
      again.isOfAll = true;
      this.#work.time = to;
      return;
    }
    for (const changeRequest of page.changeRequests) {
      again.addPast(changeRequest);
      await this.#pause();
    }
    this.passed.push(...page.changeRequests.map(passed));
    if (page.hasMore) {
      again.isOfAll = true;
      await this.#passedBeyond(query);
    }
    if (page.changeRequests.length > 0) this.#work.time = to;
  }
}

const passed = (changeRequest: ScheduledChangeRequest): PassedChange => ({
  changeRequest,
  at: scheduledAtOf(changeRequest),
});

/** What an event withdraws or replaces. Its time may be over before: Unleash applies a change request some time later. */
function releasedBy(event: Event): readonly PassedChange[] {
  const isOfSchedule =
    event.type === 'change-request-scheduled' || event.type === 'change-request-schedule-withdrawn';
  if (!isOfSchedule || event.preData === null) return [];
  return [{ changeRequest: event.preData, at: Date.parse(event.createdAt) }];
}

function add(again: LookAgain, event: Event): void {
  switch (event.type) {
    case 'change-request-scheduled':
    case 'change-request-schedule-withdrawn':
      again.addChanged(event.preData, event.data);
      break;
    case 'strategy-created':
      again.addTouching({ kind: 'strategyDefinition', name: event.data.name }, 0);
      break;
    case 'strategy-deleted':
      again.addTouching({ kind: 'strategyDefinition', name: event.preData.name }, 0);
      break;
    case 'project-deleted':
      again.isOfAll = true;
      break;
    default:
      // No others are asked for.
      break;
  }
}
