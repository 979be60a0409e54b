import type { ForecastWithBreaksSchema } from '@forewarn/client';
import type { ScheduledChangeRequest, Target } from '@forewarn/core';
import { Commas } from '../parts/commas.tsx';
import { ImpactedItem } from '../parts/impacted-item.tsx';
import { TargetName } from '../parts/name.tsx';
import { scheduledCausesOf } from '../forecast/cause.ts';
import { type Entry, isSure, keyOf, type State } from '../timeline/entry.ts';
import type { Neighbour, NeighbourList } from './load-neighbours.ts';
import { relationsOf } from './relations.ts';

interface Props {
  readonly changeRequest: ScheduledChangeRequest;
  /** Undefined until it was read. */
  readonly list: NeighbourList | undefined;
  /** Undefined until it was read. */
  readonly forecast: ForecastWithBreaksSchema | undefined;
}

/** What else is scheduled on the same targets: first what changes the same feature, then what it breaks or is broken by. */
export function Neighbours({ changeRequest, list, forecast }: Props) {
  const own = keyOf(changeRequest);
  const { sameFeature, breaking, others } = relationsOf(list?.neighbours ?? [], own, forecast);
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
                : 'Nothing else is scheduled on the same targets in projects that your key may read.'}
            </p>
          )}
          <List {...{ own, list, forecast }} of={[...sameFeature, ...breaking]} />
          {others.length > 0 && (
            <details>
              <summary>{others.length.toLocaleString('en')} more, of other features</summary>
              <List {...{ own, list, forecast }} of={others} />
            </details>
          )}
          {list.isCut && <p class="attention">There are more: the service lists 100 per target.</p>}
        </>
      )}
    </section>
  );
}

interface ListProps extends Pick<Props, 'forecast'> {
  readonly of: readonly Neighbour[];
  readonly list: NeighbourList;
  readonly own: string;
}

const List = ({ of, list, own, forecast }: ListProps) => (
  <ol class="items">
    {of.map(({ changeRequest, shared }) => {
      const key = keyOf(changeRequest);
      const isSelf = key === own;
      return (
        <ImpactedItem
          key={key}
          changeRequest={changeRequest}
          isSelf={isSelf}
          expected={forecast && expectedOf(key, forecast, list)}
        >
          {!isSelf && <Shared targets={shared} />}
        </ImpactedItem>
      );
    })}
  </ol>
);

/** How another change request will go, because of this one or of others. */
function expectedOf(
  key: string,
  { breaks, causes }: ForecastWithBreaksSchema,
  { forecasts, rest }: NeighbourList,
): State | undefined {
  const isIt = (each: Pick<Entry, 'project' | 'id'>): boolean => keyOf(each) === key;
  const listed = forecasts.get(key)?.forecast ?? (breaks.some(isIt) ? 'unknown' : rest);
  if (listed !== 'as-planned') return `forecast-${listed}`;
  const caused = scheduledCausesOf(causes).filter(isIt);
  return caused.length === 0 ? undefined : caused.some(isSure) ? 'breaks' : 'may-break';
}

const Shared = ({ targets }: { readonly targets: readonly Target[] }) => (
  <span class="shared">
    <Commas
      of={targets.map((target) => (
        <TargetName target={target} />
      ))}
    />
  </span>
);
