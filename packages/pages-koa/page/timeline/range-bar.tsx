import type { Route } from '../app/route.ts';
import { ZONE } from '../parts/times.ts';
import { hrefWith } from './filters.ts';
import { dateParameter, type Range, rangeText, SCALES, shifted } from './range.ts';

interface Props {
  readonly route: Route;
  readonly range: Range;
  readonly now: number;
}

const LABELS = { day: 'Day', days: '7 days', week: 'Week', month: 'Month', all: 'All' } as const;

/** Chooses the time that the timeline shows. */
export function RangeBar({ route, range, now }: Props) {
  const { scale, start } = range;
  const unit = LABELS[scale].toLowerCase();
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
          <a href={hrefWith(route, { from: shifted(range, -1) })}>Previous {unit}</a>
          <a href={hrefWith(route, { from: dateParameter(new Date(now)) })}>
            {scale === 'day' || scale === 'days' ? 'Today' : `This ${unit}`}
          </a>
          <a href={hrefWith(route, { from: shifted(range, 1) })}>Next {unit}</a>
        </nav>
      )}
      <h2>{rangeText(range)}</h2>
      <p class="hint">Times in {ZONE}</p>
    </div>
  );
}
