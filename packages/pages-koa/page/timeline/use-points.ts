import { useLayoutEffect, useState } from 'preact/hooks';
import type { Point } from './arrow-path.ts';
import { type Entry, keyOf } from './entry.ts';
import { CLUSTER, type Lane } from './lay-out.ts';
import type { Geometry } from './timeline-tool.ts';

/** The half height of a mark with its ring, and the half width of a single one. */
export const HALF = 13;

/** Where the marks of change requests are. */
export interface Points {
  /** The top of the first track. */
  readonly top: number;
  readonly pointOf: (of: Pick<Entry, 'project' | 'id'>) => Point | undefined;
}

/**
 * Measures where marks are.
 *
 * @param ref a child of the lanes
 */
export function usePoints(
  ref: { readonly current: Element | null },
  { lanes, yOf }: Pick<Geometry, 'lanes' | 'yOf'>,
): Points {
  const tops = useTops(ref, lanes);
  const pointOf: Points['pointOf'] = (of) => {
    const key = keyOf(of);
    for (const [index, { placed }] of lanes.entries()) {
      const at = placed.find(({ entries }) => entries.some((entry) => keyOf(entry) === key));
      const top = tops[index];
      if (at !== undefined && top !== undefined) {
        const half = at.entries.length > 1 ? CLUSTER / 2 + 4 : HALF;
        return { x: at.x, y: top + yOf(at.row), half };
      }
    }
    return undefined;
  };
  return { top: tops[0] ?? 0, pointOf };
}

/** Measures where the tracks of the lanes begin, from the top of all. */
function useTops(
  ref: { readonly current: Element | null },
  lanes: readonly Lane[],
): readonly number[] {
  const [tops, setTops] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const all = ref.current?.parentElement;
    if (all === null || all === undefined) return;
    const measure = (): void => {
      const top = all.getBoundingClientRect().top + all.clientTop;
      const tracks = all.querySelectorAll('.lane > svg.track');
      setTops([...tracks].map((track) => track.getBoundingClientRect().top - top));
    };
    // A lane gets its height when it comes in sight.
    const observer = new ResizeObserver(measure);
    observer.observe(all);
    return () => observer.disconnect();
  }, [lanes]);
  return tops;
}
