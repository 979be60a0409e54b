import type { ScheduledChangeRequest, SearchedTarget, Target } from '@forewarn/core';
import { SEARCHED_OF_NAME } from '../arbitraries/arbitrary-targets.ts';
import { changeRequest, touching } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import type { ContractCase, Promises } from './contract.ts';
import type { SearchPorts } from './ports.ts';
import { recordAll } from './store-calls.ts';

const SEGMENT_IDS = [0, 1, -1, 10, 11, 2 ** 31, 2 ** 32, 2 ** 53 - 2, Number.MAX_SAFE_INTEGER];

/** Targets that a search must not confuse, by the promise. */
const DISTINCT_TARGETS: readonly (readonly [string, readonly SearchedTarget[]])[] = [
  ...Object.entries(SEARCHED_OF_NAME).map(([kind, targetOf]) => {
    return [`compares texts byte for byte: ${kind}`, LOOK_ALIKE_NAMES.map(targetOf)] as const;
  }),
  ['distinguishes ids of segments', SEGMENT_IDS.map((id) => ({ kind: 'segment', id }))],
  [
    'distinguishes kinds of targets with the same value',
    [
      ...Object.values(SEARCHED_OF_NAME).map((targetOf) => targetOf('1')),
      { kind: 'segment', id: 1 },
    ],
  ],
];

type Recorded = Pick<SearchPorts, 'projects' | 'writer'>;

/** Checks a store in which each of the targets is recorded once, in the project `p`. */
type Check<Ports, Each> = (
  store: Ports,
  scheduled: readonly ScheduledChangeRequest[],
  targets: readonly Each[],
) => Promise<void>;

/** A case for targets that a store must not confuse. */
export const forTargets =
  <Ports extends Recorded, Each extends Target>(
    targets: readonly Each[],
    check: Check<Ports, Each>,
  ): ContractCase<Ports>['run'] =>
  async ({ store }) => {
    const scheduled = targets.map((target, id) =>
      changeRequest({ id, project: 'p', ...touching(target) }),
    );
    await recordAll(store, scheduled, 'p');
    await check(store, scheduled, targets);
  };

/** A case for each list of targets that a search must not confuse. */
export const forDistinctTargets = <Ports extends Recorded>(
  check: Check<Ports, SearchedTarget>,
): Promises<Ports> =>
  Object.fromEntries(DISTINCT_TARGETS.map(([name, targets]) => [name, forTargets(targets, check)]));
