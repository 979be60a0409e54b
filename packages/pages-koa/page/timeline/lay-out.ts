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
/** The width of a cluster with its surroundings. */
const CLUSTER = 44;
const MAX_ROWS = 3;

/** Groups entries by lane, and gives each a place where it covers no other. */
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
        runsOf(of, x).flatMap((run) => place(run, x)),
        width,
      );
      const rows = Math.max(...placed.map(({ row }) => row)) + 1;
      return { project, environment, rows, placed };
    });
}

/** Measures the free width beside each, up to the next one in its row. */
function withRoom(placed: readonly Placed[], width: number): readonly Placed[] {
  const next = Array.from({ length: MAX_ROWS }, () => width);
  return placed
    .toReversed()
    .map((each) => {
      const room = (next[each.row] ?? 0) - each.x - MARK;
      next[each.row] = each.x - (each.entries.length > 1 ? CLUSTER - MARK : 0);
      return { ...each, room };
    })
    .toReversed();
}

const xOf = ({ at = 0 }: Entry, x: (at: number) => number): number => x(at);

/** Splits entries where there is room between neighbours. */
function runsOf(
  entries: readonly Entry[],
  x: (at: number) => number,
): readonly (readonly Entry[])[] {
  const runs: Entry[][] = [];
  let last = -Infinity;
  for (const entry of entries) {
    const at = xOf(entry, x);
    if (at - last >= MARK) runs.push([]);
    runs.at(-1)?.push(entry);
    last = at;
  }
  return runs;
}

/** Places each entry in the first free row, or clusters them all when the rows don't suffice. */
function place(run: readonly Entry[], x: (at: number) => number): readonly Placed[] {
  const ends = Array.from({ length: MAX_ROWS }, () => -Infinity);
  const placed: Placed[] = [];
  for (const entry of run) {
    const at = xOf(entry, x);
    const row = ends.findIndex((end) => end <= at);
    if (row === -1) return cluster(run, x);
    ends[row] = at + MARK;
    placed.push({ x: at, row, room: 0, entries: [entry] });
  }
  return placed;
}

function cluster(run: readonly Entry[], x: (at: number) => number): readonly Placed[] {
  const buckets = Map.groupBy(run, (entry) => Math.floor(xOf(entry, x) / CLUSTER));
  return [...buckets].map(([bucket, entries]) => ({
    x: (bucket + 0.5) * CLUSTER,
    row: 0,
    room: 0,
    entries,
  }));
}

const BY_WORST: readonly State[] = ['failed', 'suspended', 'overdue', 'doubt'];

/** The state of a cluster: that of its entry which most needs attention. */
export const worstOf = (entries: readonly Entry[], now: number): State =>
  BY_WORST.find((state) => entries.some((entry) => stateOf(entry, now) === state)) ?? 'pending';
