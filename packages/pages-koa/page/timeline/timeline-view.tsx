import { olderOf } from '@forewarn/record';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Loaded } from '../api/use-load.ts';
import { restorePlace } from '../app/place.ts';
import type { Route } from '../app/route.ts';
import { ViewFrame } from '../parts/view-frame.tsx';
import { PATIENCE_MS, pause } from '../parts/patience.ts';
import { useProjects } from '../parts/project-names.tsx';
import { useNow } from '../parts/times.ts';
import { type Entry, keyOf, needsAttention } from './entry.ts';
import { Controls } from './controls.tsx';
import { CsvButton } from './csv-button.tsx';
import { EntryTable } from './entry-table.tsx';
import { filtersIn, found as foundIn, isOnlyAttention, searchIn } from './filters.ts';
import { Keys } from './keys.tsx';
import { Lanes } from './lanes.tsx';
import { Legend } from './legend.tsx';
import { Banner } from '../forecast/banner.tsx';
import { scheduledCausesOf } from '../forecast/cause.ts';
import { useExpected } from '../forecast/use-expected.ts';
import { type Forecasts, useForecasts } from '../forecast/use-forecasts.ts';
import { Notices } from './notices.tsx';
import { rangeIn } from './range.ts';
import { Subscribe } from './subscribe.tsx';
import { useListing } from './use-listing.ts';

const CAPTIONS = {
  day: 'On this day',
  days: 'In these 7 days',
  week: 'In this week',
  month: 'In this month',
  all: 'All',
};

const NONE: readonly Entry[] = [];

/** What is scheduled: what will not go as planned, lanes on a time axis, and the same as a table. */
export function TimelineView({ route }: { readonly route: Route }) {
  const now = useNow();
  const filters = filtersIn(route);
  const listing = useListing(filters);
  const read = listing.value?.entries ?? NONE;
  const search = searchIn(route);
  const all = useMemo(() => foundIn(read, search), [read, search]);
  const range = rangeIn(
    route.query,
    now,
    all.flatMap(({ at }) => at ?? []),
  );
  const [start, end] = [range.start.getTime(), range.end.getTime()];
  const inRange = useMemo(
    () => all.filter(({ at }) => at !== undefined && at >= start && at < end),
    [all, start, end],
  );
  const forecasts = useForecasts(filters, range, now);
  const { entries, ...found } = useExpected(inRange, forecasts.value, route);
  const { selected } = found;
  const isReady = useReady(listing, forecasts);
  const loaded = both(listing, forecasts);
  const isOnly = isOnlyAttention(route);
  const isShownOf = (entry: Entry): boolean => !isOnly || needsAttention(entry);
  const rows = entries.filter(isShownOf);
  const causes = new Set(scheduledCausesOf(selected?.causes ?? []).map(keyOf));
  const marks = entries.filter((entry) => isShownOf(entry) || causes.has(keyOf(entry)));
  const untimed = all.filter((entry) => entry.at === undefined && isShownOf(entry));
  const isComplete = !listing.isLoading && listing.failure === undefined;
  // The news is above the place, and comes later where forecasts take long.
  const isShown = isReady && isComplete && !forecasts.isLoading;
  useEffect(() => {
    if (isShown) restorePlace();
  }, [isShown]);

  return (
    <ViewFrame title="What is scheduled" loaded={loaded}>
      <Controls {...{ route, range, now }} entries={read} />
      <Keys route={route} range={range} now={now} />
      {listing.value !== undefined && isReady && (
        <>
          {(found.elsewhere.length > 0 || inRange.some((entry) => isToCome(entry, now))) && (
            <Banner
              {...{ route, range, ...found }}
              loaded={forecasts}
              filtered={new Set(all.map(keyOf))}
              isReading={forecasts.isLoading || listing.isLoading}
              isComplete={isComplete && !listing.value.isCut}
              isToldAbove={listing.failure !== undefined}
            />
          )}
          <Notices
            route={route}
            listing={{ ...listing.value, entries: all }}
            readCount={read.length}
            isComplete={isComplete}
            asOf={loaded.asOf}
            reasons={forecasts.value?.reasons ?? []}
            inRange={isOnly ? -1 : inRange.length}
            range={range}
          />
          {isOnly && isComplete && rows.length === 0 && !forecasts.isLoading && (
            <p>Nothing in this period is known to need attention.</p>
          )}
          {marks.length > 0 && (
            <>
              <Lanes {...{ route, selected, range, now }} entries={marks} />
              <Legend />
            </>
          )}
          {rows.length + untimed.length > 0 && (
            <CsvButton
              entries={[...rows, ...untimed]}
              isWhole={isComplete && !listing.value.isCut && areRead(forecasts)}
            />
          )}
          {read.length > 0 && <Subscribe project={filters.project} />}
          {rows.length > 0 && (
            <EntryTable caption={CAPTIONS[range.scale]} entries={rows} hasReasons={isOnly} />
          )}
          {untimed.length > 0 && (
            <EntryTable caption="Scheduled without a time" entries={untimed} hasReasons={isOnly} />
          )}
        </>
      )}
    </ViewFrame>
  );
}

const isToCome = (entry: Entry, now: number): boolean =>
  ['pending', 'doubt'].includes(entry.state) && (entry.at ?? 0) >= now;

const areRead = ({ value, isLoading, failure }: Loaded<Forecasts>): boolean =>
  !isLoading && failure === undefined && value?.isCut === false;

/** How old both are. */
function both(
  { readAt, ...listing }: Loaded<unknown>,
  forecasts: Loaded<unknown>,
): Loaded<unknown> {
  const isLoading = listing.isLoading || forecasts.isLoading;
  const isRead = readAt !== undefined && (!isLoading || forecasts.readAt !== undefined);
  return {
    ...listing,
    ...(isRead ? { readAt } : {}),
    isLoading,
    asOf: olderOf(listing.asOf, forecasts.asOf),
    reload: () => {
      listing.reload();
      forecasts.reload();
    },
  };
}

/** Whether both were read once, and the names of the projects, or take long. */
function useReady(listing: Loaded<unknown>, forecasts: Loaded<unknown>): boolean {
  const [isLate, setLate] = useState(false);
  const ready = useRef(false);
  const projects = useProjects();
  useEffect(() => {
    void pause(PATIENCE_MS).then(() => setLate(true));
  }, []);
  const { value, failure } = forecasts;
  ready.current ||=
    listing.value !== undefined &&
    projects !== undefined &&
    (value !== undefined || failure !== undefined);
  return ready.current || isLate;
}
