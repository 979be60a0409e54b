import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../page/timeline/entry.ts';
import { layOut } from '../page/timeline/lay-out.ts';

const WIDTH = 1_000;
/** Half the width of a mark, and of a cluster. */
const [MARK, CLUSTER] = [8, 20];
/** The maximum distance of a cluster from the entries in it. */
const NEAR = 100;

const halfOf = (entries: readonly Entry[]): number => (entries.length === 1 ? MARK : CLUSTER);

const entries: fc.Arbitrary<readonly Entry[]> = fc
  .array(
    fc.record({
      project: fc.constantFrom('a', 'b'),
      environment: fc.constantFrom('a', 'b'),
      at: fc.nat(WIDTH),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map((places) =>
    places
      .toSorted((one, other) => one.at - other.at)
      .map((place, id) => ({
        ...place,
        id,
        title: `Number ${id}`,
        state: 'pending',
        owner: undefined,
        features: [],
      })),
  );

test('the timeline shows each entry once, in its lane, and covers none', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const lanes = layOut(all, (at) => at, WIDTH);

      const shown = lanes.flatMap(({ project, environment, placed }) =>
        placed.flatMap((each) => each.entries.map((entry) => ({ entry, project, environment }))),
      );
      expect(shown.map(({ entry }) => entry.id).toSorted((a, b) => a - b)).toEqual(
        all.map(({ id }) => id),
      );
      const strayed = shown.filter(
        ({ entry, ...lane }) =>
          entry.project !== lane.project || entry.environment !== lane.environment,
      );
      expect(strayed).toEqual([]);
      for (const { placed, rows } of lanes) {
        for (const [index, one] of placed.entries()) {
          expect(one.row).toBeLessThan(rows);
          const half = halfOf(one.entries);
          const covered = placed
            .slice(index + 1)
            .filter(
              ({ row, x, entries: of }) =>
                row === one.row && Math.abs(x - one.x) < half + halfOf(of),
            );
          const far = one.entries.filter(({ at = 0 }) => Math.abs(one.x - at) > NEAR);
          expect({ covered, far }).toEqual({ covered: [], far: [] });
        }
      }
    }),
    { seed: 20_261_123, numRuns: 100 },
  );
});

test('one that is left over beside a group is at its own time', () => {
  const one = {
    project: 'a',
    environment: 'a',
    title: '',
    state: 'pending',
    features: [],
  } as const;
  const times = [0, 1, 2, 3, 20, 40, 61];
  const all = times.map((at, id): Entry => ({
    ...one,
    owner: undefined,
    trouble: undefined,
    id,
    at,
  }));

  const [lane] = layOut(all, (at) => at, WIDTH);

  expect(lane?.placed.map(({ x, entries: of }) => [x, of.length])).toEqual([
    [20, 6],
    [61, 1],
  ]);
});

test('a title is not cut while a row is free for the next one', () => {
  const one = { project: 'a', environment: 'a', state: 'pending', features: [] } as const;
  const all = [100, 150, 400].map((at, id): Entry => ({
    ...one,
    title: 'Gift wrapping',
    owner: undefined,
    id,
    at,
  }));

  const [lane] = layOut(all, (at) => at, WIDTH);

  expect(lane?.placed.map(({ row, room }) => [row, room > 85])).toEqual([
    [0, true],
    [1, true],
    [0, true],
  ]);
});
