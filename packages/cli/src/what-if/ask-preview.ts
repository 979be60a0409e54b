import type {
  Client,
  Failure,
  RequestOptions,
  ScheduleEdit,
  SchedulePreview,
} from '@forewarn/client';

/** What edits of a schedule would do. */
export interface PreviewReport {
  /** Whether anything goes less well. Otherwise `unknown` if anything may, or if not all is known. */
  readonly outcome: 'not-worse' | 'worse' | 'unknown';
  /** Absent if the server did not tell. */
  readonly preview?: SchedulePreview;
  /** Why the server did not tell. */
  readonly failure?: Failure;
}

/** Asks what edits of the schedule of a project would do. */
export async function askPreview(
  client: Pick<Client, 'previewSchedule'>,
  projectId: string,
  edits: readonly ScheduleEdit[],
  options: RequestOptions = {},
): Promise<PreviewReport> {
  const found = await client.previewSchedule({ projectId, edits }, options);
  if (found.outcome !== 'done') return { outcome: 'unknown', failure: found.failure };
  return { outcome: outcomeOf(found.value), preview: found.value };
}

function outcomeOf({ worse, worseCount, reasons }: SchedulePreview): PreviewReport['outcome'] {
  // How those go that are not listed is not said.
  const isSure = worseCount > worse.length || worse.some(({ forecast }) => forecast !== 'unknown');
  if (isSure) return 'worse';
  return worseCount === 0 && reasons.length === 0 ? 'not-worse' : 'unknown';
}
