import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import type { EndedEntry, ImportTally, StateEntry } from '@forewarn/record';
import * as fc from 'fast-check';
import { arbitraryChangeRequest, arbitraryChangeRequestId } from './arbitrary-change-request.ts';
import type { Alphabet } from './arbitrary-name.ts';

/** A put, or a removal of a change request that may be absent. */
export type Step = Extract<StateEntry, { kind: 'scheduled' }> | EndedEntry;

// One is a SQL pattern, and two differ in case only.
const PROJECTS = ['a', 'A', '_'] as const;

/** Puts and removals in several projects that share ids and names. */
export function arbitraryHistory(alphabet: Alphabet): fc.Arbitrary<readonly Step[]> {
  const project = fc.constantFrom(...PROJECTS);
  const scheduled = fc
    .tuple(project, arbitraryChangeRequest(alphabet))
    .map(([id, changeRequest]): Step => {
      return { kind: 'scheduled', changeRequest: { ...changeRequest, project: id } };
    });
  const ended = fc
    .tuple(project, arbitraryChangeRequestId)
    .map(([projectId, id]): Step => ({ kind: 'ended', projectId, id }));
  return fc.array(fc.oneof({ weight: 2, arbitrary: scheduled }, { weight: 1, arbitrary: ended }), {
    maxLength: 16,
    size: 'max',
  });
}

/** The projects of a history {@link withPrefix}. */
export const projectsOf = (prefix: string): readonly string[] =>
  PROJECTS.map((project) => prefix + project);

/** Returns the same history in projects with this prefix. */
export const withPrefix = (prefix: string, history: readonly Step[]): readonly Step[] =>
  history.map((step): Step => {
    if (step.kind === 'ended') return { ...step, projectId: prefix + step.projectId };
    const { changeRequest } = step;
    const project = prefix + changeRequest.project;
    return { ...step, changeRequest: { ...changeRequest, project } };
  });

/** The effect of each step, undefined without one, and the change requests that are scheduled in the end. */
export interface Outcome {
  readonly did: readonly (keyof ImportTally | undefined)[];
  readonly scheduled: readonly ScheduledChangeRequest[];
}

const textOf = ({ projectId, id }: ChangeRequestKey): string => `${id} ${projectId}`;

/** Returns the outcome of a history in an empty store. */
export function outcomeOf(history: readonly Step[]): Outcome {
  const scheduled = new Map<string, ScheduledChangeRequest>();
  const did = history.map((step) => {
    if (step.kind === 'ended') return scheduled.delete(textOf(step)) ? 'withdrawn' : undefined;
    const { changeRequest } = step;
    const key = textOf({ projectId: changeRequest.project, id: changeRequest.id });
    const before = scheduled.get(key);
    scheduled.set(key, changeRequest);
    if (before === undefined) return 'created';
    return JSON.stringify(before) === JSON.stringify(changeRequest) ? 'unchanged' : 'replaced';
  });
  return { did, scheduled: [...scheduled.values()] };
}

// A fixed seed, so that a run is reproducible.
const SEED = 20_260_801;

// Enough for a readable counterexample, without minutes of shrinking on a slow store.
const MAX_SHRINKS = 100;

/** Checks a property. Each sample gets its own prefix for the ids of its projects. */
export function holdsFor<T>(
  runs: number,
  arbitrary: fc.Arbitrary<T>,
  property: (sample: T, prefix: string) => Promise<void>,
): Promise<void> {
  let samples = 0;
  return fc.assert(
    fc.asyncProperty(fc.limitShrink(arbitrary, MAX_SHRINKS), (sample) => {
      samples += 1;
      return property(sample, `${samples}:`);
    }),
    { seed: SEED, numRuns: runs },
  );
}
