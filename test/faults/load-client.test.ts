import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, it } from 'vitest';
import type { Attempt } from './attempts.ts';
import { LoadClient } from './load-client.ts';
import { Model, type State, type Thing, type Write } from './model.ts';
import { SHARED } from './population.ts';
import { randomOf } from './random.ts';

const STEPS = 1_000;
const FOREIGN_ID = 999_999;

const isFound = ({ isRight }: Attempt, ids: readonly number[]): boolean =>
  isRight(
    200,
    ids.map((id) => ({ id })),
  );

/** A client of a service that does everything at once, and what the service then has. */
function servedClient(seed: number) {
  const model = new Model();
  const client = new LoadClient('a', model, randomOf(seed));
  const state = new Map<Thing, State>();
  const serve = (write: Write | undefined): void => {
    if (write === undefined) return;
    model.begin(write);
    model.acknowledge(write);
    for (const [thing, after] of write) state.set(thing, after);
  };
  serve(client.begin().write);
  /** The ids that a search for features must find. */
  const matching = (features: readonly string[]): readonly number[] =>
    [...state.values()]
      .filter((each) => each !== null && 'features' in each)
      .map((each) => each as ScheduledChangeRequest)
      .filter(({ project }) => project === client.project)
      .filter((each) => each.features.some(({ name }) => features.includes(name)))
      .map(({ id }) => id);
  return { model, client, serve, matching };
}

const featuresOf = ({ question }: Attempt): readonly string[] =>
  new URL(question.path, 'http://service').searchParams.getAll('feature');

it.each([1, 2, 3])(
  'a client knows what a search must find, no more and no less (seed %i)',
  (seed) => {
    const { client, serve, matching } = servedClient(seed);
    let missing = 0;
    const judged: boolean[] = [];
    for (let step = 0; step < STEPS; step++) {
      const attempt = client.next();
      if (attempt.question.path.includes('?')) {
        const ids = matching(featuresOf(attempt));
        missing += ids.length;
        const without = (missed: number) => ids.filter((id) => id !== missed);
        judged.push(
          isFound(attempt, ids),
          !isFound(attempt, [...ids, FOREIGN_ID]),
          ...ids.map((missed) => !isFound(attempt, without(missed))),
        );
      }
      serve(attempt.write);
    }
    expect(missing).toBeGreaterThan(100);
    expect(judged).not.toContain(false);
  },
);

it('a client accepts both results while it is unknown whether a change happened', () => {
  const { model, client, serve, matching } = servedClient(1);
  const untilOne = (isIt: (attempt: Attempt) => boolean): Attempt => {
    for (;;) {
      const attempt = client.next();
      if (isIt(attempt)) return attempt;
      serve(attempt.write);
    }
  };
  const { write = new Map<Thing, State>() } = untilOne(
    ({ question, write: tried }) =>
      question.method === 'PUT' &&
      question.path.includes(client.project) &&
      [...(tried ?? [])].every(([{ states }]) => states.length === 1),
  );
  model.begin(write);
  const search = untilOne((attempt) => featuresOf(attempt).includes(SHARED));
  const known = matching([SHARED]);
  const unknown = [...write.values()].map((each) => (each as ScheduledChangeRequest).id);

  expect(unknown).toHaveLength(1);
  expect(isFound(search, known)).toBe(true);
  expect(isFound(search, [...known, ...unknown])).toBe(true);
  expect(search.isRight(404, { name: 'NotFoundError' })).toBe(false);
});
