import type { Edit, SchedulePreview } from '@forewarn/what-if';
import type { RecordScheduledChangeRequestSchema } from '../api.ts';

export type SchedulePreviewSchema = SchedulePreview;
export type HypotheticalChangeRequestSchema = Omit<RecordScheduledChangeRequestSchema, 'id'> &
  Partial<Pick<RecordScheduledChangeRequestSchema, 'id'>>;
export type ScheduleEditSchema =
  | { readonly put: HypotheticalChangeRequestSchema }
  | Exclude<Edit, { readonly put: unknown }>;
