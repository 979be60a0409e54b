import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hideTip } from '../parts/tip.ts';
import { type Entry, keyOf } from '../timeline/entry.ts';
import { markWith } from '../timeline/next-mark.ts';
import type { TimelineToolProps } from '../timeline/timeline-tool.ts';
import { draggedTime, steppedTime } from './moved-time.ts';

/** A change request at a time for which it is not scheduled. */
export interface Move {
  readonly entry: Entry & { readonly at: number };
  /** In milliseconds. */
  readonly at: number;
  /** Whether the arrow keys move it. */
  readonly hasKeys: boolean;
}

/** The moves of this moment, all in one project, and how to end them. */
export interface Moving {
  /** The last one is being moved. */
  readonly moves: readonly Move[];
  /** Whether a mark of several was asked to move. */
  readonly isCluster: boolean;
  readonly end: () => void;
}

/** A drag that may be a click yet. */
interface Drag {
  readonly entry: Move['entry'];
  /** Where it began. */
  readonly x: number;
  readonly at: number;
  isFar: boolean;
}

/** Pixels that a pointer has to go, so that a click with an unsteady hand stays one. */
const FAR = 4;

type Props = TimelineToolProps & {
  readonly lanesElement: () => HTMLElement | null;
  /** Gives the focus to the result. */
  readonly focusResult: () => void;
};

/** Moves a mark: by a pointer that drags it, or by keys from `m` on. */
export function useMove(props: Props): Moving {
  const { lanesElement, now } = props;
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [isCluster, setCluster] = useState(false);
  const drag = useRef<Drag>(undefined);
  const move = moves.at(-1);
  const setMove = (next: Move | undefined): void =>
    setMoves(next === undefined ? [] : [...moves.filter((each) => staysBeside(each, next)), next]);
  const end = (): void => {
    const key = move && keyOf(move.entry);
    drag.current = undefined;
    setMove(undefined);
    setCluster(false);
    // What had the focus is gone with the result.
    if (key !== undefined) markElement(lanesElement(), key)?.focus();
  };

  // Without dependencies: the listeners act on what is shown.
  useLayoutEffect(() => {
    const lanes = lanesElement();
    if (lanes === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const act = keyAction({ ...props, moves, setMove, setCluster });
    const pointer = pointerActions({ ...props, moves, setMove, drag });
    // Before the keys of the timeline, which move among the marks.
    lanes.addEventListener('keydown', act, { capture: true, signal });
    lanes.addEventListener('pointerdown', pointer.down, { signal });
    lanes.addEventListener('pointermove', pointer.move, { signal });
    lanes.addEventListener('pointerup', pointer.up, { signal });
    lanes.addEventListener('pointercancel', pointer.up, { signal });
    // A browser would drag the link of the mark.
    lanes.addEventListener('dragstart', preventOnMark, { signal });
    const escape = (event: KeyboardEvent): void => {
      const isOfDialog = (event.target as Element).closest('dialog') !== null;
      if (event.key === 'Escape' && !isOfDialog && (move !== undefined || isCluster)) end();
    };
    addEventListener('keydown', escape, { signal });
    return () => controller.abort();
  });
  // A time that has passed meanwhile is none to move to.
  const isPast = (each: Move): boolean => isMoved(each) && each.at < now;
  return {
    moves: moves.map((each) =>
      isPast(each) ? { ...each, at: steppedTime(each.at, 0, 'hour', now) } : each,
    ),
    isCluster,
    end,
  };
}

/** Whether a mark is at another time than that of its change request. */
export const isMoved = ({ at, entry }: Move): boolean => at !== entry.at;

/** A preview is about one project. A mark that was not moved is not kept. */
const staysBeside = (each: Move, { entry }: Move): boolean =>
  isMoved(each) && keyOf(each.entry) !== keyOf(entry) && each.entry.project === entry.project;

const moveOf = (moves: readonly Move[], entry: Move['entry']): Move | undefined =>
  moves.find((each) => keyOf(each.entry) === keyOf(entry));

/** The mark of a single change request, if the element is in one. */
function singleAt(
  target: EventTarget | null,
  { lanes }: Pick<Props, 'lanes'>,
): Move['entry'] | 'several' | undefined {
  const key = (target as Element).closest<SVGElement>('[data-mark]')?.dataset['mark'];
  const entries = (key !== undefined && markWith(lanes, key)?.entries) || [];
  if (entries.length > 1) return 'several';
  const [entry] = entries;
  return entry?.at === undefined ? undefined : { ...entry, at: entry.at };
}

/** The mark of a change request. */
export const markElement = (
  lanes: Element | null | undefined,
  key: string,
): SVGElement | null | undefined =>
  lanes?.querySelector<SVGElement>(`[data-mark="${CSS.escape(key)}"]`);

interface Keys extends Props, Pick<Moving, 'moves'> {
  readonly setMove: (move: Move | undefined) => void;
  readonly setCluster: (isCluster: boolean) => void;
}

/** What keys on a mark do. */
function keyAction({ moves, setMove, setCluster, ...props }: Keys): (event: KeyboardEvent) => void {
  const move = moves.at(-1);
  return (event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const at = singleAt(event.target, props);
    if (at === undefined || ctrlKey || metaKey || altKey) return;
    const isIts = move !== undefined && at !== 'several' && keyOf(at) === keyOf(move.entry);
    const take = (next: Move | undefined): void => {
      event.preventDefault();
      event.stopPropagation();
      hideTip();
      setCluster(at === 'several');
      setMove(next);
    };
    if (key === 'm') {
      if (at === 'several') take(undefined);
      else take({ entry: at, at: moveOf(moves, at)?.at ?? at.at, hasKeys: true });
    }
    if (!isIts || !move.hasKeys) return;
    const by = key === 'ArrowLeft' ? -1 : 1;
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      take({ ...move, at: steppedTime(move.at, by, shiftKey ? 'day' : 'hour', props.now) });
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      // They would leave the mark, and the move.
      take(move);
    } else if (key === 'Enter') {
      take({ ...move, hasKeys: false });
      props.focusResult();
    }
  };
}

interface Pointer extends Props, Pick<Moving, 'moves'> {
  readonly setMove: (move: Move | undefined) => void;
  readonly drag: { current: Drag | undefined };
}

/** What a pointer does. */
function pointerActions({ moves, setMove, drag, lanesElement, range, x, now, lanes }: Pointer) {
  const [start, end] = [range.start.getTime(), range.end.getTime()];
  const msPerPixel = (end - start) / (x(end) - x(start));
  return {
    down: ({ button, isPrimary, target, clientX }: PointerEvent): void => {
      const entry = singleAt(target, { lanes });
      if (button !== 0 || !isPrimary || entry === undefined || entry === 'several') return;
      const at = moveOf(moves, entry)?.at ?? entry.at;
      drag.current = { entry, x: clientX, at, isFar: false };
    },
    move: ({ clientX, pointerId }: PointerEvent): void => {
      const dragged = drag.current;
      if (dragged === undefined) return;
      const by = clientX - dragged.x;
      if (!dragged.isFar && Math.abs(by) < FAR) return;
      // The click at its end is then none on the mark.
      if (!dragged.isFar) lanesElement()?.setPointerCapture(pointerId);
      dragged.isFar = true;
      hideTip();
      const at = draggedTime(dragged.at, by * msPerPixel, range, now);
      setMove({ entry: dragged.entry, at, hasKeys: false });
    },
    up: (): void => {
      drag.current = undefined;
    },
  };
}

const preventOnMark = (event: Event): void => {
  if ((event.target as Element).closest('[data-mark]') !== null) event.preventDefault();
};
