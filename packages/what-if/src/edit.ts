import { distinctTargets, type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { type AskedTargets, canBeGone } from '@forewarn/forecast';
import { type ChangeRequestNotFound, keyOf } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';

/** Maximum edits of a preview. */
export const MAX_EDITS = 50;

/** A change request as it would be recorded: with an id to replace one, without to add one. */
export type PutChangeRequest = Omit<ScheduledChangeRequest, 'id'> & { readonly id?: number };

/** A hypothetical edit of the schedule of a project. */
export type Edit =
  | { readonly put: PutChangeRequest }
  /** The id of a change request. */
  | { readonly withdraw: number }
  /** The id of a change request that is scheduled for another time, ISO 8601 with its zone. It is pending then. */
  | { readonly move: number; readonly scheduledAt: string };

/** A change request that edits are about. One that they add is only after, one that they withdraw is only before. */
export interface EditedChangeRequest {
  readonly before?: ScheduledChangeRequest;
  readonly after?: ScheduledChangeRequest;
}

export interface ProjectEdits {
  readonly projectId: string;
  /** In order. The first one that is added has the id -1, the second -2: no recorded one has such an id. */
  readonly edits: readonly Edit[];
}

/** Returns the ids of the change requests that edits name, each once. */
export const editedIds = (edits: readonly Edit[]): readonly number[] => [
  ...new Set(edits.map(idOf).filter((id) => id !== undefined)),
];

function idOf(edit: Edit): number | undefined {
  if ('put' in edit) return edit.put.id;
  return 'withdraw' in edit ? edit.withdraw : edit.move;
}

/** Returns what edits add to what is touched, of what can be known to be gone. */
export const touchedBy = ({ projectId, edits }: ProjectEdits): AskedTargets => ({
  projectId,
  targets: distinctTargets(
    edits.flatMap((edit) => ('put' in edit ? targetsOf(edit.put) : [])).filter(canBeGone),
  ),
});

/**
 * Returns the change requests that edits are about, as they are before and after all of them. The error names the first one
 * that an edit is about and that is not there by then. A `put` can bring back what an earlier edit withdrew.
 *
 * @param stored finds a change request of the project
 */
export function editedBy(
  { projectId, edits }: ProjectEdits,
  stored: (id: number) => ScheduledChangeRequest | undefined,
): Result<readonly EditedChangeRequest[], ChangeRequestNotFound> {
  const after = new Map<number, ScheduledChangeRequest | undefined>(
    editedIds(edits).map((id) => [id, stored(id)]),
  );
  let added = 0;
  for (const edit of edits) {
    if ('put' in edit && edit.put.id === undefined) {
      added += 1;
      after.set(-added, { ...edit.put, id: -added });
      continue;
    }
    const id = idOf(edit) ?? 0;
    const known = after.get(id) ?? ('put' in edit ? stored(id) : undefined);
    if (known === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
    after.set(id, appliedTo(known, edit));
  }
  return ok(
    [...after].flatMap(([id, last]) => {
      const before = stored(id);
      return before === undefined && last === undefined
        ? []
        : [{ ...(before && { before }), ...(last && { after: last }) }];
    }),
  );
}

function appliedTo(known: ScheduledChangeRequest, edit: Edit): ScheduledChangeRequest | undefined {
  if ('withdraw' in edit) return undefined;
  if ('put' in edit) return { ...edit.put, id: known.id };
  return { ...known, schedule: { status: 'pending', scheduledAt: edit.scheduledAt } };
}

/** What is without edits, and with them. */
export interface BeforeAndAfter<Each> {
  readonly before: readonly Each[];
  readonly after: readonly Each[];
}

/** Returns a schedule as it is before and after edits. */
export function schedulesOf(
  scheduled: readonly ScheduledChangeRequest[],
  edited: readonly EditedChangeRequest[],
): BeforeAndAfter<ScheduledChangeRequest> {
  const keys = new Set(edited.flatMap(({ before }) => (before ? [keyOf(before)] : [])));
  const others = scheduled.filter((each) => !keys.has(keyOf(each)));
  return {
    before: scheduled,
    after: [...others, ...edited.flatMap(({ after }) => after ?? [])],
  };
}
