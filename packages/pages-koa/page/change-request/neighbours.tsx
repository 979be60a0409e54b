import type { ForecastWithBreaksSchema } from '@forewarn/client';
import type { ScheduledChangeRequest, Target } from '@forewarn/core';
import { ImpactedItem } from '../parts/impacted-item.tsx';
import { TargetName } from '../parts/name.tsx';
import { useNow } from '../parts/times.ts';
import { scheduledCausesOf } from '../forecast/cause.tsx';
import { type Entry, isSure, keyOf, type State } from '../timeline/entry.ts';
import type { NeighbourList } from './load-neighbours.ts';

interface Props {
  readonly changeRequest: ScheduledChangeRequest;
  /** Undefined until it was read. */
  readonly list: NeighbourList | undefined;
  /** Undefined until it was read. */
  readonly forecast: ForecastWithBreaksSchema | undefined;
}

/** What else is scheduled on the same targets, in order of time, this change request among them. */
export function Neighbours({ changeRequest, list, forecast }: Props) {
  const now = useNow();
  const own = keyOf(changeRequest);
  return (
    <section class="neighbours" aria-labelledby="neighbours">
      <h2 id="neighbours">Scheduled on the same targets</h2>
      {list === undefined ? (
        <p>Not read yet.</p>
      ) : (
        <>
          {list.neighbours.every((each) => keyOf(each.changeRequest) === own) && (
            <p>
              {list.isUnsure
                ? 'Nothing else is known to be scheduled on the same targets, but something may be.'
                : 'Nothing else is scheduled on the same targets in the projects that your key may read.'}
            </p>
          )}
          <ol class="items">
            {list.neighbours.map(({ changeRequest: each, shared }) => {
              const key = keyOf(each);
              const isSelf = key === own;
              return (
                <ImpactedItem
                  key={key}
                  changeRequest={each}
                  isSelf={isSelf}
                  expected={forecast && expectedOf(key, forecast, list.forecasts)}
                  now={now}
                >
                  {!isSelf && <Shared targets={shared} />}
                </ImpactedItem>
              );
            })}
          </ol>
          {list.isCut && <p class="attention">There are more: the service lists 100 per target.</p>}
        </>
      )}
    </section>
  );
}

/** How another change request will go, because of this one or of others. */
function expectedOf(
  key: string,
  { breaks, causes }: ForecastWithBreaksSchema,
  forecasts: NeighbourList['forecasts'],
): State | undefined {
  const isIt = (each: Pick<Entry, 'project' | 'id'>): boolean => keyOf(each) === key;
  const listed = forecasts.get(key)?.forecast ?? (breaks.some(isIt) ? 'unknown' : 'as-planned');
  if (listed !== 'as-planned') return `forecast-${listed}`;
  const caused = scheduledCausesOf(causes).filter(isIt);
  return caused.length === 0 ? undefined : caused.some(isSure) ? 'breaks' : 'may-break';
}

const Shared = ({ targets }: { readonly targets: readonly Target[] }) => (
  <span class="shared">
    {targets.map((target, index) => (
      <span key={index}>
        {index > 0 && ', '}
        <TargetName target={target} />
      </span>
    ))}
  </span>
);
