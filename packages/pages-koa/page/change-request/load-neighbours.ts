import type {
  ForecastSchema,
  ImpactedChangeRequestSchema,
  ImpactSchema,
  StrategiesSchema,
} from '@forewarn/client';
import { isPlaceOrAuthor, MAX_ASKED } from '@forewarn/impact';
import { type ScheduledChangeRequest, type Target, targetsOf } from '@forewarn/core';
import { type Send, type Sent, UNREADABLE } from '../api/send.ts';
import { targetParameter } from '../parts/target-parameter.ts';
import { ALL_FORECASTS, readPages } from '../forecast/use-forecasts.ts';
import { keyOf } from '../timeline/entry.ts';

/** A change request, and the targets that it shares with another. */
export interface Neighbour {
  readonly changeRequest: ImpactedChangeRequestSchema;
  readonly shared: readonly Target[];
}

/** The change requests that share targets with one of them, in order of time. */
export interface NeighbourList {
  readonly neighbours: readonly Neighbour[];
  /** What was read of those that will not go as planned, by their keys. */
  readonly forecasts: ReadonlyMap<string, ForecastSchema>;
  /** How all others will go. */
  readonly rest: 'as-planned' | 'unknown';
  /** Whether the service did not list all. */
  readonly isCut: boolean;
  /** Whether there may be others that are not known. */
  readonly isUnsure: boolean;
}

/**
 * Reads what is scheduled on the targets of a change request, itself included. Who uses the same built-in definition has nothing in
 * common.
 */
export async function loadNeighbours(
  send: Send,
  changeRequest: ScheduledChangeRequest,
  signal: AbortSignal,
): Promise<Sent<NeighbourList>> {
  const defined = await send<StrategiesSchema>({ path: 'strategies', signal });
  if (!defined.ok) return defined;
  if (!Array.isArray(defined.value.strategies)) return UNREADABLE;
  const builtIn = new Set(
    defined.value.strategies.flatMap(({ name, editable }) => (editable ? [] : [name])),
  );
  const all = targetsOf(changeRequest).filter(
    (target) =>
      !isPlaceOrAuthor(target) &&
      !(target.kind === 'strategyDefinition' && builtIn.has(target.name)),
  );
  const targets = all.slice(0, MAX_ASKED);
  // A change request that lists no changes may touch anything.
  if (targets.length === 0) return { ok: true, value: UNSURE, asOf: undefined };
  const body = { targets: targets.map(targetParameter) };
  const [sent, expected] = await Promise.all([
    send<ImpactSchema>({ method: 'POST', path: 'impact', body, signal }),
    readPages(send, ALL_FORECASTS, signal),
  ]);
  if (!sent.ok) return sent;
  if (!expected.ok) return expected;
  const { impacts } = sent.value;
  // The impacts of what this change request touches are never none, so they don't say how complete the data is. Forecasts do.
  const { asOf, value: found } = expected;
  const own = keyOf(changeRequest);
  const value: NeighbourList = {
    forecasts: found.byKey,
    rest: found.isCut ? 'unknown' : 'as-planned',
    neighbours: neighboursIn(impacts, targets),
    isCut:
      all.length > targets.length ||
      impacts.some(({ count, changeRequests }) => count > changeRequests.length),
    isUnsure:
      asOf === 'none' ||
      found.reasons.some((reason) => reason !== 'doubt') ||
      impacts.some(({ doubts }) => doubts.some((doubt) => keyOf(doubt) !== own)),
  };
  return { ...sent, value, asOf };
}

const UNSURE: NeighbourList = {
  neighbours: [],
  forecasts: new Map(),
  rest: 'unknown',
  isCut: false,
  isUnsure: true,
};

function neighboursIn(
  impacts: ImpactSchema['impacts'],
  targets: readonly Target[],
): readonly Neighbour[] {
  const pairs = impacts.flatMap(({ changeRequests }, index) =>
    changeRequests.map((changeRequest) => ({ changeRequest, target: targets[index] })),
  );
  return [...Map.groupBy(pairs, ({ changeRequest }) => keyOf(changeRequest)).values()]
    .map((of): Neighbour => ({
      changeRequest: (of[0] as (typeof of)[0]).changeRequest,
      shared: of.flatMap(({ target }) => target ?? []),
    }))
    .toSorted(
      (one, other) => timeOf(one) - timeOf(other) || one.changeRequest.id - other.changeRequest.id,
    );
}

/** Without a time, last. */
function timeOf({ changeRequest: { schedule } }: Neighbour): number {
  const at = Date.parse(schedule?.scheduledAt ?? '');
  return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at;
}
