import type { StoreUnavailable } from '@forewarn/core';
import { ok, type Result } from 'neverthrow';
import type { AlertsUpdated, makeUpdateAlerts } from '../src/alerts.ts';

/** Takes steps until all is looked at. Returns the last result, with the events of all. */
export async function untilDone(
  update: ReturnType<typeof makeUpdateAlerts>,
): Promise<Result<AlertsUpdated, StoreUnavailable>> {
  for (let events = 0; ;) {
    const step = await update();
    if (step.isErr()) return step;
    events += step.value.events;
    if (step.value.isDone) return ok({ ...step.value, events });
  }
}
