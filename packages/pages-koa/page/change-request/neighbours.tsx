import type { ScheduledChangeRequest } from '@forewarn/core';
import { hrefOf } from '../app/route.ts';
import { Name } from '../parts/name.tsx';
import { StatusText } from '../parts/status-shape.tsx';
import { TargetName } from '../parts/target-name.tsx';
import { dateTimeText } from '../parts/times.ts';
import { useNow } from '../parts/use-now.ts';
import { entryOf, isOverdue, keyOf, titleOf } from '../timeline/entry.ts';
import type { Neighbour, NeighbourList } from './load-neighbours.ts';

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
      <h2 id="neighbours">Scheduled on the same</h2>
      {list === undefined ? (
        <p>Not read yet.</p>
      ) : (
        <>
          {list.neighbours.every((each) => keyOf(each.changeRequest) === own) && (
            <p>
              {list.isUnsure
                ? 'Nothing else is known to be scheduled on the same, but something may be.'
                : 'Nothing else is scheduled on the same in the projects that your key may read.'}
            </p>
          )}
          <ol>
            {list.neighbours.map((neighbour) => {
              const key = keyOf(neighbour.changeRequest);
              return <Item key={key} {...neighbour} isSelf={key === own} now={now} />;
            })}
          </ol>
          {list.isCut && <p class="attention">There are more: the service lists 100 per target.</p>}
        </>
      )}
    </section>
  );
}

interface ItemProps extends Neighbour {
  readonly isSelf: boolean;
  readonly now: number;
}

function Item({ changeRequest, shared, isSelf, now }: ItemProps) {
  const entry = entryOf({ ...changeRequest, features: [], segments: [], state: 'Scheduled' });
  const { project, environment, owner } = entry;
  const where = [project, environment, ...(owner === undefined ? [] : [owner])].join(' · ');
  return (
    <li class={isSelf ? 'self' : ''} aria-current={isSelf ? 'true' : undefined}>
      <span class="time">
        {entry.at === undefined ? 'No time' : dateTimeText(new Date(entry.at))}
      </span>
      <span class="what">
        {isSelf ? (
          <b>This one</b>
        ) : (
          <a href={hrefOf(['change-requests', project, entry.id])}>
            <Name text={titleOf(changeRequest)} />
          </a>
        )}{' '}
        <StatusText status={entry.status} isOverdue={isOverdue(entry, now)} />{' '}
        <Name text={where} class="muted" />
        {!isSelf && (
          <span class="shared">
            {shared.map((target, index) => (
              <span key={index}>
                {index > 0 && ', '}
                <TargetName target={target} />
              </span>
            ))}
          </span>
        )}
      </span>
    </li>
  );
}
