import {
  distinctTargets,
  type ScheduledChangeRequest,
  targetsOf,
  targetValue,
} from '@forewarn/core';
import { type CompleteNames, NAME_KINDS } from '@forewarn/record';
import { type Gone, GONE_KINDS, type GoneTarget } from '../forecast.ts';
import { removalsOf } from '../removals-of.ts';

const KINDS: ReadonlySet<string> = new Set(GONE_KINDS);

/**
 * Returns what change requests touch and the names of their projects lack, worked out from the promises of
 * `NameRepository.replace`.
 *
 * @param all the lists of each project, each of which was replaced after the change requests were recorded
 * @param registered the names of the strategy definitions that there are
 */
export function goneByRule(
  scheduled: readonly ScheduledChangeRequest[],
  all: readonly CompleteNames[],
  registered: readonly string[],
): readonly Gone[] {
  return all.flatMap(({ projectId, asOf, lists }): readonly Gone[] => {
    const own = scheduled.filter(({ project }) => project === projectId);
    const touched = distinctTargets(own.flatMap((each) => targetsOf(each))).filter(
      (target): target is GoneTarget => KINDS.has(target.kind),
    );
    return touched.flatMap((target): readonly Gone[] => {
      const { kind } = target;
      const value = targetValue(target);
      const list = lists[NAME_KINDS[kind]];
      const isArchived = kind === 'feature' && lists.archivedFeature?.includes(value) === true;
      const isListed = list?.includes(value) ?? true;
      const isThere = kind === 'strategyDefinition' && registered.includes(value);
      if (isThere || (isListed && !isArchived)) return [];
      const removals = removalsOf({
        kind,
        isArchived,
        isElsewhere: all.some((each) => each.lists[NAME_KINDS[kind]]?.includes(value)),
        areAllListed: all.every((each) => each.lists[NAME_KINDS[kind]] !== undefined),
        areArchivedListed: lists.archivedFeature !== undefined,
      });
      return [{ target, projectId, removals, asOf }];
    });
  });
}
