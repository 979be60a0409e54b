import type { ScheduledChangeRequest, Target } from '@forewarn/core';
import { ImpactedItem } from '../parts/impacted-item.tsx';
import { TargetName } from '../parts/name.tsx';
import { useNow } from '../parts/times.ts';
import { keyOf } from '../timeline/entry.ts';
import type { NeighbourList } from './load-neighbours.ts';

interface Props {
  readonly changeRequest: ScheduledChangeRequest;
  /** Undefined until it was read. */
  readonly list: NeighbourList | undefined;
}

/** What else is scheduled on the same targets, in order of time, this change request among them. */
export function Neighbours({ changeRequest, list }: Props) {
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
                <ImpactedItem key={key} changeRequest={each} isSelf={isSelf} now={now}>
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
