import { type Entry, type State, stateOf } from './entry.ts';

/** An entry at its place, or several that are too close to tell apart. */
export interface Placed {
  readonly x: number;
  /** From 0, downwards. */
  readonly row: number;
  /** The width that is free beside a single entry. */
  readonly room: number;
  /** At least one, in order of time. */
  readonly entries: readonly Entry[];
}

/** A lane: an environment of a project. */
export interface Lane {
  readonly project: string;
  readonly environment: string;
  readonly rows: number;
  readonly placed: readonly Placed[];
}

/** The width of a mark with its surroundings. */
const MARK = 22;
export const CLUSTER = 40;
/** The width from a cluster's edge to the middle of the next mark. */
const GAP = 10;
const MAX_ROWS = 3;

/**
 * Groups entries by lane, and gives each a place where it covers no other.
 *
 * @param x the place of a time; a cluster can end `CLUSTER` after it
 */
export function layOut(
  entries: readonly Entry[],
  x: (at: number) => number,
  width: number,
): readonly Lane[] {
  const lanes = Map.groupBy(entries, ({ project, environment }) => `${project}\n${environment}`);
  return [...lanes.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, of]) => {
      const [{ project, environment }] = of as [Entry];
      const placed = withRoom(
        place(of, ({ at = 0 }) => x(at)),
        width,
      );
      const rows = Math.max(...placed.map(({ row }) => row)) + 1;
      return { project, environment, rows, placed };
    });
}

type XOf = (entry: Entry) => number;

function place(entries: readonly Entry[], x: XOf): readonly Placed[] {
  let placed: readonly Placed[] = [];
  let free: readonly Free[] = Array.from({ length: MAX_ROWS }, () => ({
    from: -Infinity,
    title: -Infinity,
  }));
  for (const run of runsOf(entries, x)) {
    const rows = [...free];
    const marks = asMarks(run, rows, x) ?? asClusters(run, rows, x);
    placed = [...placed, ...marks];
    free = rows;
  }
  return placed;
}

/** Splits entries where there is room between neighbours. */
function runsOf(entries: readonly Entry[], x: XOf): readonly (readonly Entry[])[] {
  const runs: Entry[][] = [];
  let last = -Infinity;
  for (const entry of entries) {
    if (x(entry) - last >= MARK) runs.push([]);
    runs.at(-1)?.push(entry);
    last = x(entry);
  }
  return runs;
}

/** From where a row is free, and from where the title before would not be cut, either. */
interface Free {
  readonly from: number;
  readonly title: number;
}

/** The width of a character of a title, on average, and of the longest title that is not cut. */
const [CHARACTER, MAX_TITLE] = [6.5, 200];

/** Places each entry in the first row that cuts no title, or else in the first free one, unless the rows don't suffice. */
function asMarks(run: readonly Entry[], free: Free[], x: XOf): readonly Placed[] | undefined {
  const rows = [...free];
  const placed: Placed[] = [];
  for (const entry of run) {
    const uncut = rows.findIndex(({ title }) => title <= x(entry));
    const row = uncut === -1 ? rows.findIndex(({ from }) => from <= x(entry)) : uncut;
    if (row === -1) return undefined;
    const from = x(entry) + MARK;
    rows[row] = { from, title: from + Math.min(entry.title.length * CHARACTER, MAX_TITLE) };
    placed.push({ x: x(entry), row, room: 0, entries: [entry] });
  }
  free.splice(0, MAX_ROWS, ...rows);
  return placed;
}

/** Places all entries in the first row, those together that are close. */
function asClusters(run: readonly Entry[], free: Free[], x: XOf): readonly Placed[] {
  const placed: Placed[] = [];
  let rest = run;
  while (rest[0] !== undefined) {
    const left = Math.max(x(rest[0]), free[0]?.from ?? 0);
    const next = rest.findIndex((entry) => x(entry) >= left + CLUSTER + GAP);
    const entries = next === -1 ? rest : rest.slice(0, next);
    rest = rest.slice(entries.length);
    const isOne = entries.length === 1;
    const from = left + (isOne ? MARK : CLUSTER + GAP);
    free[0] = { from, title: from };
    placed.push({ x: isOne ? left : left + CLUSTER / 2, row: 0, room: 0, entries });
  }
  return placed;
}

/** Measures the free width beside each, up to the next one in its row. */
function withRoom(placed: readonly Placed[], width: number): readonly Placed[] {
  const next = Array.from({ length: MAX_ROWS }, () => width);
  return placed
    .toReversed()
    .map((each) => {
      const room = (next[each.row] ?? 0) - each.x - MARK;
      next[each.row] = each.x - (each.entries.length > 1 ? CLUSTER / 2 - GAP : 0);
      return { ...each, room };
    })
    .toReversed();
}

const BY_WORST: readonly State[] = [
  'failed',
  'forecast-fails',
  'overdue',
  'suspended',
  'forecast-suspended',
  'forecast-changed',
  'breaks',
  'forecast-unknown',
  'may-break',
  'doubt',
];

/** The state of a cluster: that of its entry which most needs attention. */
export const worstOf = (entries: readonly Entry[]): State =>
  BY_WORST.find((state) => entries.some((entry) => stateOf(entry) === state)) ?? 'pending';
