import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ForecastSchema } from '@forewarn/client';
import type { Route } from '../app/route.ts';
import { CAPABILITIES } from '../capabilities.ts';
import { Name } from '../parts/name.tsx';
import { useProjectName } from '../parts/project-names.tsx';
import { hideTip } from '../parts/tip.ts';
import { Arrows } from './arrows.tsx';
import { type Entry, keyOf } from './entry.ts';
import { CLUSTER, type Lane, layOut, type Placed } from './lay-out.ts';
import { Mark } from './mark.tsx';
import { markWith, nextMark } from './next-mark.ts';
import { endLabelOf, type Range, type Tick, ticksOf } from './range.ts';

interface Props {
  readonly route: Route;
  readonly entries: readonly Entry[];
  /** Its causes point to it. */
  readonly selected: ForecastSchema | undefined;
  readonly range: Range;
  readonly now: number;
}

const ROW = 26;
const PADDING = 10;
/** What keeps a mark at the start whole. */
const INSET = 10;

const TOOLS = CAPABILITIES.flatMap(({ timelineTools }) => timelineTools);

/** The height of a row's middle in its lane. */
const yOf = (row: number): number => PADDING / 2 + (row + 0.5) * ROW;

/** The lanes: an environment of a project each, with its change requests as marks on a time axis. */
export function Lanes({ route, entries, selected, range, now }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const [start, end] = [range.start.getTime(), range.end.getTime()];
  const x = (at: number): number =>
    INSET + ((at - start) / (end - start)) * (width - CLUSTER - INSET);
  const lanes = useMemo(() => layOut(entries, x, width), [entries, start, end, width]);
  // The mouse never leaves a mark that is removed.
  useEffect(() => hideTip, [entries]);
  const ticks = withLabels(ticksOf(range).map((tick) => ({ ...tick, x: x(tick.at.getTime()) })));
  const endLabel = endLabelOf(range);
  /** The entry whose mark had the focus last. */
  const [focused, setFocused] = useState('');
  const stop = markWith(lanes, focused) ?? lanes[0]?.placed[0];
  const today = now >= start && now < end ? x(now) : undefined;

  return (
    <section
      class="lanes"
      aria-label="Timeline: the arrow keys move among its marks"
      onFocusIn={({ target }) => setFocused(entryAt(target) ?? focused)}
      onKeyDown={(event) => moveFocus(event, lanes)}
    >
      <svg class="grid" width={width} height="100%" aria-hidden="true">
        {ticks.map(({ x: left, isWeekend }, index) => (
          <g key={left}>
            {isWeekend && (
              <rect
                class="weekend"
                x={left}
                width={(ticks[index + 1]?.x ?? width) - left}
                height="100%"
              />
            )}
            <line class="tick" x1={left} x2={left} y2="100%" />
          </g>
        ))}
        {today !== undefined && <line class="today" x1={today} x2={today} y1={13} y2="100%" />}
      </svg>
      <div class="lane axis" aria-hidden="true">
        <span class="lane-name" />
        <div class="track" ref={ref}>
          <svg width={width} height={32}>
            {ticks.map((tick) => (
              <text key={tick.x} class={crossed(tick.x, today)} x={tick.x + 4} y={26}>
                {tick.label}
              </text>
            ))}
            {endLabel !== undefined &&
              width - (ticks.findLast(({ label }) => label !== '')?.x ?? 0) > 170 && (
                <text class="end" x={width - 4} y={26}>
                  {endLabel}
                </text>
              )}
            {today !== undefined && (
              <text class="today" x={today + 4} y={12}>
                now
              </text>
            )}
          </svg>
        </div>
      </div>
      {lanes.map((lane) => (
        <LaneRow key={`${lane.project}\n${lane.environment}`} {...{ lane, stop, width, route }} />
      ))}
      {selected !== undefined && <Arrows {...{ lanes, x, yOf, width }} of={[selected]} />}
      {TOOLS.map(({ Component }, index) => (
        <Component key={index} {...{ lanes, x, yOf, width, range, now }} />
      ))}
    </section>
  );
}

interface LaneRowProps extends Pick<Props, 'route'> {
  readonly lane: Lane;
  /** The mark that the Tab key reaches, of all lanes. */
  readonly stop: Placed | undefined;
  readonly width: number;
}

function LaneRow({ lane, stop, width, route }: LaneRowProps) {
  const project = useProjectName(lane.project);
  const height = lane.rows * ROW + PADDING;
  return (
    <div
      class="lane"
      role="group"
      aria-label={`${project} ${lane.environment}`}
      // Out of sight, a lane has this height: what is below it, as the place to come back to, does not move.
      style={{ containIntrinsicHeight: `${height}px` }}
    >
      <span class="lane-name">
        <Name text={project} /> <Name text={lane.environment} class="muted" />
      </span>
      <svg class="track" width={width} height={height}>
        {lane.placed.map((placed) => (
          <Mark
            isTabStop={placed === stop}
            // Not its place: in a window of another width, it would lose the focus.
            key={keyOf(...(placed.entries as [Entry]))}
            placed={placed}
            y={yOf(placed.row)}
            route={route}
          />
        ))}
      </svg>
    </div>
  );
}

/** The class of a label that the line of the present may cross. */
const crossed = (x: number, today = -Infinity): string =>
  today > x && today < x + 70 ? 'crossed' : '';

interface PlacedTick extends Tick {
  readonly x: number;
}

/** Leaves the labels that fit before the next one, each as many ticks later. */
function withLabels(ticks: readonly PlacedTick[]): readonly PlacedTick[] {
  const room = 8 * Math.max(...ticks.map(({ label }) => label.length)) + 6;
  // Ticks of a long range are whole days apart, not all equally many.
  const least = Math.min(...ticks.slice(1).map(({ x }, at) => x - (ticks[at]?.x ?? 0)));
  const step = Math.ceil(room / least || 1);
  return ticks.map((tick, index) => (index % step === 0 ? tick : { ...tick, label: '' }));
}

function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const track = ref.current;
    if (track === null) return;
    const measure = (): void =>
      setWidth(Math.max(100, Math.floor(track.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(track);
    // An observer does not see the width of the paper.
    const paper = matchMedia('print');
    paper.addEventListener('change', measure);
    return () => {
      observer.disconnect();
      paper.removeEventListener('change', measure);
    };
  }, []);
  return width;
}

/** The first entry of the mark at an element, if it is in one. */
const entryAt = (target: EventTarget | null): string | undefined =>
  (target as Element).closest<SVGElement>('[data-mark]')?.dataset['mark'];

/** Some keys move the focus among the marks. With a modifier they are the browser's. */
function moveFocus(event: KeyboardEvent, lanes: readonly Lane[]): void {
  const from = entryAt(event.target);
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  if (from === undefined || ctrlKey || metaKey || altKey || shiftKey) return;
  const [entry] = nextMark(lanes, from, event.key)?.entries ?? [];
  if (entry === undefined) return;
  event.preventDefault();
  const mark = `[data-mark="${CSS.escape(keyOf(entry))}"]`;
  (event.currentTarget as Element).querySelector<SVGElement>(mark)?.focus();
}
