import type { Route } from '../app/route.ts';
import { dateTimeText } from '../parts/times.ts';
import { stateWords } from '../parts/state-mark.tsx';
import { Name, TargetLink } from '../parts/name.tsx';
import { plural } from '../parts/action-words.ts';
import { filtersIn, hrefWith } from './filters.ts';
import type { Forecasts } from '../forecast/use-forecasts.ts';
import { LATE, stateOf } from './entry.ts';
import { FirstRun } from './first-run.tsx';
import { dateParameter, type Range } from './range.ts';
import type { Listing } from './use-listing.ts';

interface Props {
  readonly route: Route;
  /** The entries that are searched for. */
  readonly listing: Listing;
  readonly readCount: number;
  readonly isComplete: boolean;
  readonly asOf: string | undefined;
  /** Why something may be missing. */
  readonly reasons: Forecasts['reasons'];
  /** How many entries are in the range, or -1 if others are shown. */
  readonly inRange: number;
  readonly range: Range;
}

/** Says in words how much there is, what needs attention, and what an empty range means. */
export function Notices({
  route,
  listing,
  readCount,
  isComplete,
  asOf,
  reasons,
  inRange,
  range,
}: Props) {
  const { entries, isCut } = listing;
  const count = (n: number): string => plural(n, 'change request');
  const states = Map.groupBy(entries, stateOf);
  const late = LATE.flatMap((state) => {
    const n = states.get(state)?.length ?? 0;
    return n === 0 ? [] : [`${n.toLocaleString('en')} ${stateWords(state).toLowerCase()}`];
  });

  const more = inRange < entries.length ? ` in this period, ${count(entries.length)} in all` : '';

  return (
    <div class="notices">
      <p role="status">
        {!isComplete && `Read ${count(readCount)} so far. `}
        {isComplete && inRange > 0 && `${count(inRange)}${more}. `}
        {isComplete && inRange === 0 && (
          <Empty {...{ route, entries, isCut, asOf, reasons, range }} />
        )}
        {isCut && `There are more than ${count(readCount)}: filter to see the others. `}
      </p>
      {isComplete && readCount === 0 && <FirstRun />}
      {late.length > 0 && (
        <p class="attention">
          <a href={hrefWith(route, { needsAttention: 'true', scale: 'all', from: undefined })}>
            In all: {late.join(', ')}
          </a>
        </p>
      )}
    </div>
  );
}

type EmptyProps = Pick<Props, 'route' | 'asOf' | 'reasons' | 'range'> & Listing;

function Empty({ route, entries, isCut, asOf, reasons, range }: EmptyProps) {
  const next = entries.find(({ at }) => at !== undefined && at >= range.end.getTime());
  const { feature: name } = filtersIn(route);
  // The service lists by time, so what was not read comes after all that was.
  const isKnown = asOf !== 'none' && (!isCut || next !== undefined);
  const what = isKnown
    ? 'Nothing is scheduled in this period, with these filters and as far as your key may read.'
    : 'Nothing is known to be scheduled in this period, but the data is incomplete, so something may be.';
  return (
    <>
      {what} {reasons.includes('not-found') && 'No environment has this name. '}
      {name !== '' && (
        <>
          Is its name right? <TargetLink target={{ kind: 'feature', name }} />{' '}
        </>
      )}
      {next?.at !== undefined && (
        <>
          Next:{' '}
          <a href={hrefWith(route, { from: dateParameter(new Date(next.at)) })}>
            <Name text={next.title} />
          </a>
          , {dateTimeText(next.at)}.
        </>
      )}
      {next === undefined && entries.length > 0 && (
        <a href={hrefWith(route, { scale: 'all', from: undefined })}>
          See all {entries.length.toLocaleString('en')}
        </a>
      )}
    </>
  );
}
