import { FeatureLinks } from '../parts/feature-links.tsx';
import { Name, Where } from '../parts/name.tsx';
import { StateText } from '../parts/state-mark.tsx';
import { dayText, timeText } from '../parts/times.ts';
import { useVisibleRows } from '../parts/use-visible-rows.ts';
import { type Entry, keyOf, stateOf } from './entry.ts';
import { whyText } from './why-text.ts';
import { TitleLink } from '../parts/title-link.tsx';

interface Props {
  readonly caption: string;
  readonly entries: readonly Entry[];
  /** Why they will not go as planned or need attention, instead of whose they are and what they change. */
  readonly hasReasons: boolean;
}

/** The change requests as a table. Only the rows in sight are in the document. */
export function EntryTable({ caption, entries, hasReasons }: Props) {
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
              <TitleLink of={entry} />
            </th>
            <td>
              <StateText state={stateOf(entry)} />
            </td>
            <td>
              <Where of={{ ...entry, owner: undefined }} />
            </td>
            {hasReasons ? (
              <td>
                <Reason text={whyText(entry)} />
              </td>
            ) : (
              <>
                <td>{entry.owner !== undefined && <Name text={entry.owner} />}</td>
                <td>
                  <Features names={entry.features} />
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

/** Maximum features in a row: a link each. */
const MAX_FEATURES = 5;

const Features = ({ names }: { readonly names: readonly string[] }) => (
  <span title={names.join(', ')}>
    <FeatureLinks names={names.slice(0, MAX_FEATURES)} />
    {names.length > MAX_FEATURES && '…'}
  </span>
);

const Reason = ({ text }: { readonly text: string }) => (
  <bdi class="why" title={text}>
    {text}
  </bdi>
);

function When({ at }: { readonly at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>
      {dayText(date)} <b>{timeText(date)}</b>
    </time>
  );
}
