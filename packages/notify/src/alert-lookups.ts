import type {
  CallOptions,
  ChangeRequestKey,
  PortResult,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';
import { type ForecastCause, isPlanned, scheduledCauses } from '@forewarn/forecast';
import { timeSlices } from '@forewarn/platform';
import { findStored, keyOf, type ListingReader, scheduledAtOf } from '@forewarn/record';
import type { Prediction } from './alert.ts';
import { changeRequestKey, keyText } from './change-request-key.ts';

/** Carries the error of a port out of the run. */
export class Unavailable extends Error {
  readonly error: StoreUnavailable;

  constructor(error: StoreUnavailable) {
    super('a port is unavailable');
    this.error = error;
  }
}

/** Returns the value of a port's result. Throws `Unavailable` if there is none. */
export async function valueOf<T>(called: PortResult<T, StoreUnavailable>): Promise<T> {
  const result = await called;
  if (result.isErr()) throw new Unavailable(result.error);
  return result.value;
}

/** Told of what is stored and can't be read. */
export interface UnreadableReport {
  readonly onUnreadable?: ((error: unknown, key?: ChangeRequestKey) => void) | undefined;
}

/** What is stored and can't be read. */
export const UNREADABLE = Symbol('unreadable');

/** Returns the value of a port's result, or `UNREADABLE` once that is reported: it must not hold up the rest. */
export async function readableOf<T>(
  read: () => PortResult<T, StoreUnavailable>,
  { onUnreadable }: UnreadableReport,
  key?: ChangeRequestKey,
): Promise<T | typeof UNREADABLE> {
  try {
    return await valueOf(read());
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    onUnreadable?.(error, key);
    return UNREADABLE;
  }
}

interface LookupPorts extends UnreadableReport {
  readonly reader: Pick<ListingReader, 'find'>;
}

/** Looks up single change requests, for one step of alerts. */
export class AlertLookups {
  readonly #ports: LookupPorts;
  readonly #now: number;
  readonly #options: CallOptions;
  readonly #pause = timeSlices();

  constructor(ports: LookupPorts, now: number, options: CallOptions) {
    this.#ports = ports;
    this.#now = now;
    this.#options = options;
  }

  /** Returns a change request as it is stored; undefined if there is none. */
  async find(
    key: ChangeRequestKey,
  ): Promise<ScheduledChangeRequest | typeof UNREADABLE | undefined> {
    // Some stores read without waiting.
    await this.#pause();
    const read = () => findStored(this.#ports.reader, this.#options)(key);
    return readableOf(read, this.#ports, key);
  }

  /** Whether the time of a change request is over. */
  isPast(changeRequest: Pick<ScheduledChangeRequest, 'schedule'>): boolean {
    return scheduledAtOf(changeRequest) < this.#now;
  }

  /**
   * Returns the causes that were told and are no longer found because their time is over, unless it is known that they were
   * not applied.
   */
  async pastCauses(
    before: Prediction,
    found: readonly ForecastCause[] = [],
  ): Promise<readonly ForecastCause[]> {
    const present = new Set(scheduledCauses(found).map((cause) => keyOf(cause)));
    const past: ForecastCause[] = [];
    for (const cause of scheduledCauses(before.causes)) {
      const key = changeRequestKey(cause);
      if (present.has(keyText(key)) || !this.isPast(cause)) continue;
      const stored = await this.find(key);
      const isUnknown = stored === undefined || stored === UNREADABLE;
      if (isUnknown || (isPlanned(stored) && this.isPast(stored))) past.push(cause);
    }
    return past;
  }
}
