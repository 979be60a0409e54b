import { decides } from '@forewarn/forecast';
import type { ForecastSchema } from '@forewarn/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { scheduledCausesOf, timeOf } from '../forecast/cause.tsx';
import { keyOf } from './entry.ts';
import { CLUSTER, type Lane } from './lay-out.ts';

interface Props {
  readonly selected: ForecastSchema;
  readonly lanes: readonly Lane[];
  /** The place of a time. */
  readonly x: (at: number) => number;
  /** The height of a row's middle in its lane. */
  readonly yOf: (row: number) => number;
  readonly width: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
  /** The half width of what is there, with its ring. */
  readonly half: number;
}

const HALF = 13;

/** Maximum arrows. */
const MAX_ARROWS = 20;

/** Arrows from the causes that decide a forecast to the mark of its change request. What they say stands in the banner, too. */
export function Arrows({ selected, lanes, x, yOf, width }: Props) {
  const ref = useRef<SVGSVGElement>(null);
  const tops = useTops(ref, lanes);
  const pointOf = (of: Pick<ForecastSchema, 'project' | 'id'>): Point | undefined => {
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
  const end = pointOf(selected);
  // A cause outside the period comes from its edge, one that a filter hides from the axis.
  const origin = (at: number, y: number): Point => {
    const inside = Math.min(Math.max(0, at), width);
    return { x: inside, y: inside === at ? (tops[0] ?? 0) : y, half: 0 };
  };
  const paths =
    end === undefined
      ? []
      : scheduledCausesOf(selected.causes)
          .filter((cause) => decides(cause, selected))
          .map((cause) => pointOf(cause) ?? origin(x(timeOf(cause)), end.y))
          // In a cluster, a cause can be where its victim is.
          .filter((start) => start.x !== end.x || start.y !== end.y)
          .map((start) => pathOf(start, end));
  return (
    <svg ref={ref} class="grid arrows" width={width} height="100%" aria-hidden="true">
      <marker
        id="head"
        viewBox="0 0 8 8"
        refX="6"
        refY="4"
        markerWidth="5"
        markerHeight="5"
        orient="auto"
      >
        <path d="M0 0 8 4 0 8Z" />
      </marker>
      {[...new Set(paths)].slice(0, MAX_ARROWS).map((d) => (
        <g key={d}>
          <path class="halo" d={d} />
          <path class="arrow" d={d} marker-end="url(#head)" />
        </g>
      ))}
      {end !== undefined && (
        <rect
          class="ring"
          x={end.x - end.half}
          y={end.y - HALF}
          width={2 * end.half}
          height={2 * HALF}
          rx={HALF}
        />
      )}
    </svg>
  );
}

/** Beside each other: in an arc. Else it begins and ends sideways, around marks of the same time. */
function pathOf(start: Point, end: Point): string {
  const to = Math.abs(end.x - start.x) < 30 ? 0 : Math.sign(end.x - start.x);
  if (to !== 0 && Math.abs(end.y - start.y) < 4) {
    const above = `${start.x} ${start.y - 32} ${end.x} ${end.y - 32}`;
    return `M${start.x} ${start.y - 10}C${above} ${end.x} ${end.y - 16}`;
  }
  const middle = to === 0 ? Math.min(start.x, end.x) - 34 : (start.x + end.x) / 2;
  const side = to === 0 ? -1 : to;
  const endSide = to === 0 ? -1 : -to;
  return `M${start.x + start.half * side} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${end.x + (end.half + 2) * endSide} ${end.y}`;
}

/** Measures where the tracks of the lanes begin, from the top of all. */
function useTops(
  ref: { readonly current: SVGSVGElement | null },
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
