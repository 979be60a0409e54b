import type { ScheduledChangeRequest } from '@forewarn/core';
import * as fc from 'fast-check';
import type { Edit, ProjectEdits } from '../edit.ts';

/** Edits of change requests of a schedule, in one of its projects; what is put is like others of the schedule. */
export const arbitraryEdits = (
  scheduled: readonly ScheduledChangeRequest[],
  projects: readonly string[],
): fc.Arbitrary<ProjectEdits> =>
  fc.constantFrom(...projects).chain((projectId) => {
    const ids = scheduled.filter(({ project }) => project === projectId).map(({ id }) => id);
    const times = scheduled.flatMap(({ schedule }) =>
      schedule === undefined || Number.isNaN(Date.parse(schedule.scheduledAt))
        ? []
        : [schedule.scheduledAt],
    );
    const kinds: fc.Arbitrary<Edit>[] = [];
    if (ids.length > 0) {
      const id = fc.constantFrom(...ids);
      kinds.push(id.map((withdraw): Edit => ({ withdraw })));
      if (times.length > 0) {
        const move = fc.record({ move: id, scheduledAt: fc.constantFrom(...times) });
        kinds.push(move, move);
      }
    }
    if (scheduled.length > 0) {
      const like = fc.constantFrom(...scheduled);
      kinds.push(
        like.map(({ id: _id, ...body }): Edit => ({ put: { ...body, project: projectId } })),
      );
      if (ids.length > 0) {
        kinds.push(
          fc
            .tuple(like, fc.constantFrom(...ids))
            .map(([body, id]): Edit => ({ put: { ...body, id, project: projectId } })),
        );
      }
    }
    const edits =
      kinds.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...kinds), { maxLength: 4 });
    return edits.map((list) => ({ projectId, edits: withoutMissing(list) }));
  });

/** Leaves out the edits of what an earlier one withdrew. */
function withoutMissing(edits: readonly Edit[]): readonly Edit[] {
  const gone = new Set<number>();
  return edits.filter((edit) => {
    if ('put' in edit) {
      if (edit.put.id !== undefined) gone.delete(edit.put.id);
      return true;
    }
    const id = 'withdraw' in edit ? edit.withdraw : edit.move;
    if (gone.has(id)) return false;
    if ('withdraw' in edit) gone.add(id);
    return true;
  });
}
