import type { ScheduledChangeRequest, Target } from '@forewarn/core';
import { TARGET_OF_NAME } from '../arbitraries/arbitrary-targets.ts';
import { changeRequest, touching } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import type { Promises } from './contract.ts';
import type { SearchPorts } from './ports.ts';
import { recordAll } from './store-calls.ts';

const SEGMENT_IDS = [0, 1, -1, 10, 11, 2 ** 31, 2 ** 32, 2 ** 53 - 2, Number.MAX_SAFE_INTEGER];

/** Targets that a store must not confuse, by the promise. */
const DISTINCT_TARGETS: readonly (readonly [promise: string, targets: readonly Target[]])[] = [
  ...Object.entries(TARGET_OF_NAME).map(([kind, targetOf]) => {
    return [`compares texts byte for byte: ${kind}`, LOOK_ALIKE_NAMES.map(targetOf)] as const;
  }),
  ['distinguishes ids of segments', SEGMENT_IDS.map((id) => ({ kind: 'segment', id }))],
  [
    'distinguishes kinds of targets with the same value',
    [...Object.values(TARGET_OF_NAME).map((targetOf) => targetOf('1')), { kind: 'segment', id: 1 }],
  ],
];

/** A case for each list of targets that a store must not confuse, each recorded once in the project `p`. */
export const forDistinctTargets = <Ports extends Pick<SearchPorts, 'projects' | 'writer'>>(
  check: (
    store: Ports,
    scheduled: readonly ScheduledChangeRequest[],
    targets: readonly Target[],
  ) => Promise<void>,
): Promises<Ports> =>
  Object.fromEntries(
    DISTINCT_TARGETS.map(([name, targets]) => [
      name,
      async ({ store }) => {
        const scheduled = targets.map((target, id) =>
          changeRequest({ id, project: 'p', ...touching(target) }),
        );
        await recordAll(store, scheduled, 'p');
        await check(store, scheduled, targets);
      },
    ]),
  );
