import { useEffect, useState } from 'preact/hooks';
import type { Route } from '../app/route.ts';
import { plural } from '../parts/action-words.ts';
import type { Entry } from './entry.ts';
import { FilterBar } from './filter-bar.tsx';
import { activeFilters } from './filters.ts';
import { type Range, rangeText } from './range.ts';
import { RangeBar } from './range-bar.tsx';

interface Props {
  readonly route: Route;
  /** Their names complete what is typed. */
  readonly entries: readonly Entry[];
  readonly range: Range;
  readonly now: number;
}

/** The filters and the period. On a phone they are folded, so that the news is in sight. */
export function Controls({ route, entries, range, now }: Props) {
  const isWide = useWide();
  const [isOpen, setOpen] = useState(false);
  const count = activeFilters(route).length;
  return (
    <details
      class="controls"
      open={isWide || isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {rangeText(range)}, {count === 0 ? 'no filters' : plural(count, 'filter')}
      </summary>
      <div>
        <FilterBar route={route} entries={entries} />
        <RangeBar route={route} range={range} now={now} />
      </div>
    </details>
  );
}

/** As in `timeline.css`. */
const WIDE = '(width >= 44rem)';

function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const look = (): void => setWide(media.matches);
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, []);
  return isWide;
}
