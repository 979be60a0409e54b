import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { StateShape } from '../parts/state-mark.tsx';
import { timeText } from '../parts/times.ts';
import { Arrows } from '../timeline/arrows.tsx';
import { keyOf } from '../timeline/entry.ts';
import type { TimelineToolProps } from '../timeline/timeline-tool.ts';
import type { Point } from '../timeline/arrow-path.ts';
import { usePoints } from '../timeline/use-points.ts';
import { MovePanel } from './move-panel.tsx';
import { unchangedIn } from './preview.ts';
import { markElement, type Move, useMove } from './use-move.ts';
import { usePreview } from './use-preview.ts';
import './what-if.css';

/** Moves a mark along the timeline, and shows what would go less well and better. It never writes. */
export function MoveTool(props: TimelineToolProps) {
  const { x, width } = props;
  const panel = useRef<HTMLDivElement>(null);
  const moving = useMove({
    ...props,
    lanesElement: () => panel.current?.parentElement ?? null,
    focusResult: () => panel.current?.focus(),
  });
  const { moves, isCluster } = moving;
  const move = moves.at(-1);
  const isOpen = move !== undefined || isCluster;
  const loaded = usePreview(moves);
  const { pointOf } = usePoints(panel, props);
  const isLow = useLow(panel, move);
  const preview = loaded.failure === undefined ? loaded.value : undefined;
  const moved = new Map(
    moves.map(({ entry, at }) => [keyOf(entry), Math.min(Math.max(0, x(at)), width)]),
  );
  return (
    <>
      {preview !== undefined && <Shown {...{ ...props, preview, moved }} />}
      {moves.map((each) => {
        const key = keyOf(each.entry);
        const [from, to] = [pointOf(each.entry), moved.get(key)];
        return from && to !== undefined && <Ghost key={key} {...{ move: each, from, to, width }} />;
      })}
      <p class="what-if-hint hint">
        Drag a mark, or press <kbd>m</kbd> on it, to see what another time would break.
      </p>
      <div
        class={`what-if ${isOpen ? 'moving' : ''} ${isLow ? 'above' : ''}`}
        role={isOpen ? 'region' : undefined}
        aria-label={isOpen ? 'What if it had another time?' : undefined}
        ref={panel}
        tabIndex={-1}
      >
        <MovePanel {...moving} loaded={loaded} />
      </div>
    </>
  );
}

/** Whether the mark of a move is in the lower half of the window, of which the panel must leave it. */
function useLow(panel: RefObject<Element | null>, move: Move | undefined): boolean {
  const [isLow, setLow] = useState(false);
  useLayoutEffect(() => {
    const mark = move && markElement(panel.current?.parentElement, keyOf(move.entry));
    const { top = 0, height = 0 } = mark?.getBoundingClientRect() ?? {};
    setLow(top + height / 2 > innerHeight / 2);
  });
  return isLow;
}

interface ShownProps extends TimelineToolProps {
  readonly preview: NonNullable<ReturnType<typeof usePreview>['value']>;
  readonly moved: ReadonlyMap<string, number>;
}

/** The relations that would be. */
const Shown = ({ preview, ...props }: ShownProps) => (
  <>
    <Arrows {...props} of={preview.better} class="better" />
    <Arrows {...props} of={[...preview.worse, ...unchangedIn(preview)]} class="worse" />
  </>
);

interface GhostProps {
  readonly move: Move;
  readonly from: Point;
  /** Its place. */
  readonly to: number;
  readonly width: number;
}

/** Where the mark would be. */
const Ghost = ({ move, from, to, width }: GhostProps) => (
  <svg class="grid ghost" width={width} height="100%" aria-hidden="true">
    <line x1={from.x} x2={to} y1={from.y} y2={from.y} />
    <g transform={`translate(${to} ${from.y})`}>
      <StateShape state="pending" />
      <text class={to > width - 60 ? 'end' : ''} x={to > width - 60 ? -12 : 12} y={-10}>
        {timeText(move.at)}
      </text>
    </g>
  </svg>
);
