import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  type Forecast,
  FORECAST_OF,
  type ForecastCause,
  FORECASTS,
  isGoneCause,
} from '@forewarn/forecast';
import { sha256Of } from '@forewarn/platform';
import {
  authorOf,
  type CoveredProject,
  keyOf,
  scheduledAtOf,
  shownOf,
  targetKey,
} from '@forewarn/record';
import { type Alert, type AlertKey, MAX_PREDICTED_CAUSES, type Prediction } from './alert.ts';
import type { AlertEvent } from './alert-events.ts';
import { keyText } from './change-request-key.ts';

/** Something to be alerted about that holds now. */
export type Finding =
  | {
      readonly kind: 'forecast';
      readonly prediction: Prediction;
      /** Whether it will fail or be suspended, by what is found now. */
      readonly isBroken: boolean;
    }
  | { readonly kind: 'schedule'; readonly changeRequest: ScheduledChangeRequest }
  | { readonly kind: 'data'; readonly project: CoveredProject };

/** Leaves out what no message shows of a change request: it can be megabytes. */
export function withoutChanges(changeRequest: ScheduledChangeRequest): ScheduledChangeRequest {
  const createdBy = authorOf(changeRequest);
  return {
    ...shownOf(changeRequest),
    state: changeRequest.state,
    features: [],
    segments: [],
    ...(createdBy === undefined ? {} : { createdBy }),
  };
}

/** Returns the prediction of a forecast, with the soonest causes. */
export async function predictionOf(forecast: Forecast): Promise<Prediction> {
  const { project, id, forecast: outcome, causes } = forecast;
  const texts = [...new Set(causes.map(textOf))].toSorted();
  const about = JSON.stringify([project, id, scheduledAtOf(forecast), outcome, texts]);
  return {
    ...forecast,
    causes: causes.slice(0, MAX_PREDICTED_CAUSES),
    fingerprint: await sha256Of(about, 32),
  };
}

function textOf(cause: ForecastCause): string {
  const { outcome, rule } = cause.consequence;
  return JSON.stringify([placeOfCause(cause), outcome, rule]);
}

const placeOfCause = (cause: ForecastCause): string =>
  isGoneCause(cause)
    ? JSON.stringify(['gone', targetKey(cause.gone)])
    : JSON.stringify([cause.project, cause.id, scheduledAtOf(cause)]);

/**
 * Adds causes that were told and whose time is over, because they still count. Undefined if there is nothing else that was
 * not told: also if a cause that was to be broken by one of these now counts in full, unless that makes the forecast worse.
 */
export function withPastCauses(
  found: Prediction,
  before: Prediction,
  past: readonly ForecastCause[],
): Prediction | undefined {
  const forecasts = [
    found.forecast,
    ...past.map((cause) => FORECAST_OF[cause.consequence.outcome]),
  ];
  const forecast = FORECASTS.find((each) => forecasts.includes(each)) ?? found.forecast;
  const isWorse = FORECASTS.indexOf(forecast) < FORECASTS.indexOf(before.forecast);
  const told = new Set(before.causes.map(textOf));
  const unsure = before.causes.filter((each) => each.consequence.rule === 'cause-uncertain');
  const places = new Set(unsure.map(placeOfCause));
  // Of many, nothing but their number says whether the later ones were told.
  const isCut = before.causeCount > before.causes.length;
  const comparable = found.causes.slice(0, MAX_PREDICTED_CAUSES - (isCut ? past.length : 0));
  const causeCount = found.causeCount + past.length;
  const isSame =
    !isWorse &&
    !(isCut && causeCount > before.causeCount) &&
    comparable.every((each) => told.has(textOf(each)) || places.has(placeOfCause(each)));
  if (isSame && scheduledAtOf(found) === scheduledAtOf(before)) return undefined;
  return {
    ...found,
    forecast,
    causes: [...past, ...found.causes].slice(0, MAX_PREDICTED_CAUSES),
    causeCount,
  };
}

/** Returns the alert about a finding. */
export function alertOf(finding: Finding): Alert {
  switch (finding.kind) {
    case 'forecast': {
      const { prediction, isBroken } = finding;
      const { project: projectId, id, fingerprint } = prediction;
      const alert = { kind: 'forecast', projectId, id, fingerprint, prediction } as const;
      return isBroken ? { ...alert, isBroken } : alert;
    }
    case 'schedule': {
      const { project: projectId, id, schedule } = finding.changeRequest;
      return { kind: 'schedule', projectId, id, fingerprint: schedule?.status ?? '' };
    }
    case 'data':
      return { kind: 'data', projectId: finding.project.id, id: 0, fingerprint: 'too-old' };
  }
}

/** What changed since it was told. */
export interface AlertChanges {
  /** New, or another than what was told. */
  readonly raised: readonly Finding[];
  /** Told, and over. */
  readonly ended: readonly AlertKey[];
}

/**
 * Returns the events of changes: first what is over, then what is new, in their order.
 *
 * @param before the predictions that were told of what is raised, and those that are resolved: no other end is told
 */
export function alertEvents(
  { raised, ended }: AlertChanges,
  before: readonly Prediction[],
): readonly AlertEvent[] {
  const predicted = new Map(before.map((each) => [keyOf(each), each]));
  const resolved = ended.flatMap((key): readonly AlertEvent[] => {
    const preData = key.kind === 'forecast' ? predicted.get(keyText(key)) : undefined;
    if (preData === undefined) return [];
    return [{ type: 'forecast-resolved', data: null, preData, ...placeOf(preData) }];
  });
  return [...resolved, ...raised.map((each) => eventOf(each, predicted))];
}

function eventOf(finding: Finding, predicted: ReadonlyMap<string, Prediction>): AlertEvent {
  switch (finding.kind) {
    case 'forecast': {
      const { prediction: data } = finding;
      const preData = predicted.get(keyOf(data));
      return preData === undefined
        ? { type: 'forecast-predicted', data, preData: null, ...placeOf(data) }
        : { type: 'forecast-changed', data, preData, ...placeOf(data) };
    }
    case 'schedule': {
      const { changeRequest: data } = finding;
      const isFailed = data.schedule?.status === 'failed';
      const type = isFailed ? 'change-request-failed' : 'change-request-suspended';
      return { type, data, preData: null, ...placeOf(data) };
    }
    case 'data': {
      const { project: data } = finding;
      return { type: 'data-too-old', data, preData: null, project: data.id };
    }
  }
}

const placeOf = ({ project, environment }: { project: string; environment: string }) => ({
  project,
  environment,
});
