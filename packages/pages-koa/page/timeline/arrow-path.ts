/** Where a mark is, from the top left of all tracks. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** The half width of what is there, with its ring. */
  readonly half: number;
}

/** The width that an arrow takes beside marks of the same time. */
const AROUND = 34;

/** The path of an arrow. Beside each other: in an arc. Else it begins and ends sideways, around marks of the same time. */
export function arrowPath(start: Point, end: Point): string {
  const to = Math.abs(end.x - start.x) < 30 ? 0 : Math.sign(end.x - start.x);
  if (to !== 0 && Math.abs(end.y - start.y) < 4) {
    const above = `${start.x} ${start.y - 32} ${end.x} ${end.y - 32}`;
    return `M${start.x} ${start.y - 10}C${above} ${end.x} ${end.y - 16}`;
  }
  // To their left, unless that is outside.
  const around = Math.min(start.x, end.x) < AROUND ? 1 : -1;
  const outermost = around === 1 ? Math.max(start.x, end.x) : Math.min(start.x, end.x);
  const middle = to === 0 ? outermost + AROUND * around : (start.x + end.x) / 2;
  const side = to === 0 ? around : to;
  const endSide = to === 0 ? around : -to;
  return `M${start.x + start.half * side} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${end.x + (end.half + 2) * endSide} ${end.y}`;
}
