import type { Edit } from '@forewarn/what-if';
import type { PreviewBody } from '@forewarn/what-if/http';
import type { RecordScheduledChangeRequestSchema } from '../api.ts';

export type SchedulePreviewSchema = PreviewBody;
export type HypotheticalChangeRequestSchema = Omit<RecordScheduledChangeRequestSchema, 'id'> &
  Partial<Pick<RecordScheduledChangeRequestSchema, 'id'>>;
export type ScheduleEditSchema =
  | { readonly put: HypotheticalChangeRequestSchema }
  | Exclude<Edit, { readonly put: unknown }>;
