import type { RequestOptions } from '../client-options.ts';
import type { makeCall } from '../make-call.ts';
import type { DeepReadonly, Outcome } from '../outcome.ts';
import { checkedOutcome } from '../outcome-of.ts';
import { isPreview, type SchedulePreview } from './is-preview.ts';
import type { ScheduleEditSchema } from './preview-schemas.ts';

/** A hypothetical edit of the schedule of a project. */
export type ScheduleEdit = DeepReadonly<ScheduleEditSchema>;

/** The methods of a client for previews. */
export const previewCalls = (call: ReturnType<typeof makeCall>) => ({
  /**
   * Returns what edits of the schedule of a project would do: which change requests would go less well, and which better. Stores
   * nothing. It is an all-clear only with a `worseCount` of 0 and without `reasons`.
   *
   * @param edits at most 50, in order
   */
  previewSchedule: async (
    { projectId, edits }: { readonly projectId: string; readonly edits: readonly ScheduleEdit[] },
    options: RequestOptions = {},
  ): Promise<Outcome<SchedulePreview>> => {
    const parts = { ...options, path: { projectId }, body: { edits } };
    return checkedOutcome(await call('previewSchedule', parts), isPreview, NOT_A_PREVIEW);
  },
});

const NOT_A_PREVIEW = 'The response is not the preview that was asked for: check the URL.';
