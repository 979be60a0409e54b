import type {
  CallOptions,
  ChangeRequestKey,
  PortResult,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';
import { type ForecastCause, isPlanned, scheduledCauses } from '@forewarn/forecast';
import { timeSlices } from '@forewarn/platform';
import { type ListingReader, scheduledAtOf } from '@forewarn/record';
import type { Result } from 'neverthrow';
import { alertKeyText, type Prediction } from './alert.ts';

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

/** Returns the text of the key of the alert about a forecast. */
const forecastKey = ({ project: projectId, id }: { project: string; id: number }): string =>
  alertKeyText({ kind: 'forecast', projectId, id });

/** Told of what is stored and can't be read. */
export interface UnreadableReport {
  readonly onUnreadable?: ((error: unknown, key?: ChangeRequestKey) => void) | undefined;
}

/** A change request that is stored, and can't be read. */
export const UNREADABLE = Symbol('unreadable');

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
    try {
      return await this.#find(key);
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      this.#ports.onUnreadable?.(error, key);
      return UNREADABLE;
    }
  }

  async #find({ projectId, id }: ChangeRequestKey): Promise<ScheduledChangeRequest | undefined> {
    // Some stores read without waiting.
    await this.#pause();
    const result: Result<ScheduledChangeRequest, { readonly type: string }> =
      await this.#ports.reader.find({ projectId, id }, this.#options);
    if (result.isOk()) return result.value;
    if (result.error.type === 'ChangeRequestNotFound') return undefined;
    throw new Unavailable(result.error as StoreUnavailable);
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
    const present = new Set(scheduledCauses(found).map(forecastKey));
    const past: ForecastCause[] = [];
    for (const cause of scheduledCauses(before.causes)) {
      if (present.has(forecastKey(cause)) || !this.isPast(cause)) continue;
      const stored = await this.find({ projectId: cause.project, id: cause.id });
      const isUnknown = stored === undefined || stored === UNREADABLE;
      if (isUnknown || (isPlanned(stored) && this.isPast(stored))) past.push(cause);
    }
    return past;
  }
}
