import type { Route } from '../app/route.ts';
import { zoneText } from '../parts/times.ts';
import { hrefWith } from './filters.ts';
import { dateParameter, type Range, rangeText, SCALES, shifted } from './range.ts';

interface Props {
  readonly route: Route;
  readonly range: Range;
  readonly now: number;
}

const LABELS = { day: 'Day', days: '7 days', week: 'Week', month: 'Month', all: 'All' } as const;

const UNITS = { day: 'day', days: '7 days', week: 'week', month: 'month' } as const;

/** Chooses the time that the timeline shows. */
export function RangeBar({ route, range, now }: Props) {
  const { scale, start } = range;
  // From another range the same time stays in sight.
  const from = scale === 'all' ? dateParameter(new Date(now)) : dateParameter(start);
  return (
    <div class="range">
      <nav aria-label="Scale" class="segments">
        {SCALES.map((each) => (
          <a
            key={each}
            href={hrefWith(route, { scale: each, from })}
            aria-current={each === scale ? 'true' : undefined}
          >
            {LABELS[each]}
          </a>
        ))}
      </nav>
      {scale !== 'all' && (
        <nav aria-label="Time" class="segments">
          <a href={hrefWith(route, { from: shifted(range, -1) })}>Previous {UNITS[scale]}</a>
          <a href={hrefWith(route, { from: dateParameter(new Date(now)) })}>
            {scale === 'day' || scale === 'days' ? 'Today' : `This ${scale}`}
          </a>
          <a href={hrefWith(route, { from: shifted(range, 1) })}>Next {UNITS[scale]}</a>
        </nav>
      )}
      <h2>{rangeText(range)}</h2>
      <p class="hint">Times in {zoneText(start)}</p>
    </div>
  );
}
