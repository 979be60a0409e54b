import { keyOf } from './entry.ts';
import type { Lane, Placed } from './lay-out.ts';

/** Returns the mark that has an entry. A cluster has all of its entries. */
export const markWith = (lanes: readonly Lane[], entryKey: string): Placed | undefined =>
  lanes.flatMap(({ placed }) => placed).find((mark) => has(mark, entryKey));

/**
 * Returns the mark that a key of the keyboard leads to: the left and right arrow to the neighbour in time, Home and End
 * to the first and last of the lane, up and down to the nearest of the next lane. `undefined` if there is none, or for
 * another key.
 *
 * @param entryKey an entry of the mark that it leads from
 */
export function nextMark(
  lanes: readonly Lane[],
  entryKey: string,
  key: string,
): Placed | undefined {
  const row = lanes.findIndex(({ placed }) => placed.some((mark) => has(mark, entryKey)));
  const lane = lanes[row]?.placed ?? [];
  const index = lane.findIndex((mark) => has(mark, entryKey));
  const nearestIn = (other: Lane | undefined): Placed | undefined =>
    nearest(other?.placed ?? [], lane[index]?.x ?? 0);
  switch (key) {
    case 'ArrowLeft':
      return lane[index - 1];
    case 'ArrowRight':
      return lane[index + 1];
    case 'Home':
      return lane[0];
    case 'End':
      return lane.at(-1);
    case 'ArrowUp':
      return nearestIn(lanes[row - 1]);
    case 'ArrowDown':
      return nearestIn(lanes[row + 1]);
    default:
      return undefined;
  }
}

const has = ({ entries }: Placed, entryKey: string): boolean =>
  entries.some((entry) => keyOf(entry) === entryKey);

const nearest = (marks: readonly Placed[], x: number): Placed | undefined =>
  marks.toSorted((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x))[0];
