import { useMemo } from 'preact/hooks';
import type { Route } from '../app/route.ts';
import { ViewFrame } from '../parts/view-frame.tsx';
import { useNow } from '../parts/times.ts';
import type { Entry } from './entry.ts';
import { EntryTable } from './entry-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filtersIn } from './filters.ts';
import { Lanes } from './lanes.tsx';
import { Notices } from './notices.tsx';
import { rangeIn } from './range.ts';
import { RangeBar } from './range-bar.tsx';
import { useListing } from './use-listing.ts';

const CAPTIONS = { day: 'On this day', week: 'In this week', month: 'In this month', all: 'All' };

const NONE: readonly Entry[] = [];

/** What is scheduled: lanes on a time axis, and the same as a table. */
export function TimelineView({ route }: { readonly route: Route }) {
  const now = useNow();
  const listing = useListing(filtersIn(route));
  const entries = listing.value?.entries ?? NONE;
  const times = entries.flatMap(({ at }) => at ?? []);
  const range = rangeIn(route.query, now, times);
  const [start, end] = [range.start.getTime(), range.end.getTime()];
  const inRange = useMemo(
    () => entries.filter(({ at }) => at !== undefined && at >= start && at < end),
    [entries, start, end],
  );
  const untimed = entries.filter(({ at }) => at === undefined);

  return (
    <ViewFrame title="What is scheduled" loaded={listing}>
      <FilterBar route={route} entries={entries} />
      <RangeBar route={route} range={range} now={now} />
      {listing.value !== undefined && (
        <>
          <Notices
            route={route}
            listing={listing.value}
            isComplete={!listing.isLoading && listing.failure === undefined}
            asOf={listing.asOf}
            inRange={inRange.length}
            range={range}
            now={now}
          />
          {inRange.length > 0 && <Lanes route={route} entries={inRange} range={range} now={now} />}
          {inRange.length > 0 && (
            <EntryTable caption={CAPTIONS[range.scale]} entries={inRange} now={now} />
          )}
          {untimed.length > 0 && (
            <EntryTable caption="Scheduled without a time" entries={untimed} now={now} />
          )}
        </>
      )}
    </ViewFrame>
  );
}
