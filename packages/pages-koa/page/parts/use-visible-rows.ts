import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The rows in sight of a long table, and the heights that the others take. */
export interface VisibleRows {
  /** For the table, whose rows in `tbody` that are not `.gap` have one height. */
  readonly ref: RefObject<HTMLTableElement | null>;
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  readonly above: number;
  readonly below: number;
}

/** Tables up to this length are in the document as a whole. */
const ALL_UP_TO = 100;
/** Rows beyond the edges of the window, for the keyboard and for a fast scroll. */
const MARGIN = 15;

/** Follows the window's scrolling and size. */
export function useVisibleRows(count: number): VisibleRows {
  const ref = useRef<HTMLTableElement>(null);
  const [{ first, end, height }, setRows] = useState({ first: 0, end: ALL_UP_TO, height: 44 });

  useLayoutEffect(() => {
    if (count <= ALL_UP_TO) return;
    const look = (): void => {
      const body = ref.current?.tBodies[0];
      const row = body?.querySelector('tr:not(.gap)');
      if (body === undefined || row === null || row === undefined) return;
      const rowHeight = row.getBoundingClientRect().height;
      if (rowHeight === 0) return;
      const top = -body.getBoundingClientRect().top;
      const firstInSight = Math.floor(top / rowHeight) - MARGIN;
      const from = Math.max(0, Math.min(firstInSight, count - MARGIN));
      const to = Math.min(count, Math.ceil((top + innerHeight) / rowHeight) + MARGIN);
      setRows((before) =>
        before.first === from && before.end === to && before.height === rowHeight
          ? before
          : { first: from, end: Math.max(to, from + MARGIN), height: rowHeight },
      );
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [count]);

  if (count <= ALL_UP_TO) return { ref, first: 0, end: count, above: 0, below: 0 };
  // A table that became shorter keeps a row to measure.
  const [from, last] = [Math.min(first, count - 1), Math.min(end, count)];
  return { ref, first: from, end: last, above: from * height, below: (count - last) * height };
}
