import { isDecisive } from '@forewarn/forecast';
import type { ForecastSchema } from '@forewarn/client';
import { useRef } from 'preact/hooks';
import { scheduledCausesOf, timeOf } from '../forecast/cause.ts';
import { arrowPath, type Point } from './arrow-path.ts';
import { keyOf } from './entry.ts';
import type { Geometry } from './timeline-tool.ts';
import { HALF, usePoints } from './use-points.ts';

interface Props extends Geometry {
  /** Those to whose marks arrows lead. */
  readonly of: readonly ForecastSchema[];
  readonly class?: string;
  /** Where change requests are that are shown elsewhere than at their marks, by key. */
  readonly moved?: ReadonlyMap<string, number>;
}

const MAX_ARROWS = 20;

/** Arrows from the causes that decide forecasts to the marks of their change requests. What they say stands in words, too. */
export function Arrows({ of, class: kind = '', moved, lanes, x, yOf, width }: Props) {
  const ref = useRef<SVGSVGElement>(null);
  const { top, pointOf: markOf } = usePoints(ref, { lanes, yOf });
  const pointOf: typeof markOf = (each) => {
    const point = markOf(each);
    const movedTo = moved?.get(keyOf(each));
    return point && movedTo !== undefined ? { ...point, x: movedTo, half: HALF } : point;
  };
  // A cause outside the period comes from its edge, one that a filter hides from the axis.
  const origin = (at: number, y: number): Point => {
    const inside = Math.min(Math.max(0, at), width);
    return { x: inside, y: inside === at ? top : y, half: 0 };
  };
  const ends = of.flatMap((victim) => {
    const end = pointOf(victim);
    return end === undefined ? [] : [{ victim, end }];
  });
  const paths = ends.flatMap(({ victim, end }) =>
    scheduledCausesOf(victim.causes)
      .filter((cause) => isDecisive(cause, victim))
      .map((cause) => pointOf(cause) ?? origin(x(timeOf(cause)), end.y))
      // In a cluster, a cause can be where its victim is.
      .filter((start) => start.x !== end.x || start.y !== end.y)
      .map((start) => arrowPath(start, end)),
  );
  const head = `head${kind}`;
  return (
    <svg ref={ref} class={`grid arrows ${kind}`} width={width} height="100%" aria-hidden="true">
      <marker
        id={head}
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
          <path class="arrow" d={d} marker-end={`url(#${head})`} />
        </g>
      ))}
      {ends.map(({ victim, end }) => (
        <rect
          key={keyOf(victim)}
          class="ring"
          x={end.x - end.half}
          y={end.y - HALF}
          width={2 * end.half}
          height={2 * HALF}
          rx={HALF}
        />
      ))}
    </svg>
  );
}
