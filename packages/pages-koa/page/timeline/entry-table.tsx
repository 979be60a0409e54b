import type { ForecastSchema } from '@forewarn/client';
import { hrefOf } from '../app/route.ts';
import { reasonText } from '../forecast/cause.tsx';
import { Name } from '../parts/name.tsx';
import { StateText } from '../parts/state-mark.tsx';
import { dayText, timeText } from '../parts/times.ts';
import { useVisibleRows } from '../parts/use-visible-rows.ts';
import { type Entry, keyOf, stateOf } from './entry.ts';

interface Props {
  readonly caption: string;
  readonly entries: readonly Entry[];
  /** Whether it says why they will not go as planned, instead of whose they are and what they change. */
  readonly hasReasons?: boolean;
  readonly now: number;
}

/** The change requests as a table. Only the rows in sight are in the document. */
export function EntryTable({ caption, entries, hasReasons = false, now }: Props) {
  const { ref, first, end, above, below } = useVisibleRows(entries.length);
  return (
    <table
      class={`entries ${hasReasons ? 'reasons' : ''}`}
      ref={ref}
      aria-rowcount={entries.length + 1}
    >
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Change request</th>
          <th scope="col">Status</th>
          <th scope="col">Where</th>
          {hasReasons ? (
            <th scope="col">Why, and what to do</th>
          ) : (
            <>
              <th scope="col">Owner</th>
              <th scope="col">Features</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {above > 0 && <tr class="gap" aria-hidden="true" style={{ height: `${above}px` }} />}
        {entries.slice(first, end).map((entry, index) => (
          <tr key={keyOf(entry)} class="entry" aria-rowindex={first + index + 2}>
            <td>{entry.at === undefined ? 'No time' : <When at={entry.at} />}</td>
            <th scope="row">
              <a href={hrefOf(['change-requests', entry.project, entry.id])}>
                <Name text={entry.title} />
              </a>
            </th>
            <td>
              <StateText state={stateOf(entry, now)} />
            </td>
            <td>
              <Name text={`${entry.project} · ${entry.environment}`} />
            </td>
            {hasReasons ? (
              <td>{entry.forecast !== undefined && <Reason forecast={entry.forecast} />}</td>
            ) : (
              <>
                <td>{entry.owner !== undefined && <Name text={entry.owner} />}</td>
                <td>
                  <Name text={entry.features.join(', ')} />
                </td>
              </>
            )}
          </tr>
        ))}
        {below > 0 && <tr class="gap" aria-hidden="true" style={{ height: `${below}px` }} />}
      </tbody>
    </table>
  );
}

function Reason({ forecast }: { readonly forecast: ForecastSchema }) {
  const text = reasonText(forecast);
  return (
    <bdi class="why" title={text}>
      {text}
    </bdi>
  );
}

function When({ at }: { readonly at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>
      {dayText(date)} <b>{timeText(date)}</b>
    </time>
  );
}
