import type { ScheduleEdit } from '@forewarn/client';
import { editsSchema, previewedForecastSchema } from '@forewarn/what-if/http';
import { z } from 'zod';
import type { CapabilityTools } from '../command-set.ts';
import { known, readOnlyTool, REMEDIES, unknown } from '../commands/read-only-tool.ts';
import { MAX_SHOWN, worstFirst } from '../forecast/describe-forecasts.ts';
import { ageOf } from '../impact/ask-impact.ts';
import type { Remedies } from '../impact/describe.ts';
import { readWith } from '../read-json.ts';
import { askPreview, type PreviewReport } from './ask-preview.ts';
import { type Previewed, summaryOf } from './preview-report.ts';
import { latestTime } from '../latest-time.ts';

/** Maximum change requests in a list. */
const MAX_LISTED = 50;

export const previewTool: CapabilityTools = {
  instructions:
    'Call preview_schedule before a change request is scheduled, moved or withdrawn: only its outcome "not-worse" is an all-clear.',
  register: (server, client) => {
    server.registerTool(
      'preview_schedule',
      PREVIEW_SCHEDULE,
      async ({ project, edits }, { mcpReq: { signal } }) => {
        const read = readWith(editsSchema, { edits }, true);
        if (read.isErr()) return unknown(read.error);
        const own = read.value.edits as readonly ScheduleEdit[];
        const report = await askPreview(client, project, own, { signal });
        return report.preview === undefined
          ? unknown(summaryOf(report, undefined, NOT_FOUND))
          : known(previewOf(report, report.preview));
      },
    );
  },
};

const NOT_FOUND: Remedies = {
  ...REMEDIES,
  notFound: 'call list_projects for the ids of projects, and list_scheduled for those in edits',
};

const forecasts = z.array(previewedForecastSchema);

const PREVIEW_SCHEDULE = readOnlyTool(
  'Preview the schedule',
  'Tells what would go less well, and what better, if change requests of a project were scheduled, moved to another time or withdrawn, why, and what to do. It stores nothing. ' +
    'Only the outcome "not-worse" is an all-clear.',
  {
    inputSchema: z.strictObject({
      project: z.string().meta({ description: 'The id of the project.' }),
      edits: z.array(z.record(z.string(), z.unknown())).min(1).meta({
        description:
          'In order, each one of {"put": change request} (with an id to replace one, without to add one), {"withdraw": id} and {"move": id, "scheduledAt": time with its zone, ISO 8601}.',
      }),
    }),
    outputSchema: z.object({
      outcome: z.enum(['not-worse', 'worse', 'unknown']),
      summary: z
        .string()
        .meta({ description: 'What the outcome is about, and why not all is known.' }),
      worse: forecasts.meta({
        description: `The soonest ${MAX_LISTED} that go less well, each with its worst causes, at most ${MAX_SHOWN}.`,
      }),
      better: forecasts.meta({ description: 'The same of those that go better.' }),
      edited: forecasts.meta({ description: 'The same of each edited one.' }),
    }),
  },
);

function previewOf(report: PreviewReport, preview: NonNullable<PreviewReport['preview']>) {
  const { worse, better, edited } = preview;
  return {
    outcome: report.outcome,
    summary: summaryOf(report, ageOf(preview, latestTime())),
    worse: shown(worse),
    better: shown(better),
    edited: shown(edited),
  };
}

const shown = (list: readonly Previewed[]): readonly Previewed[] =>
  list.slice(0, MAX_LISTED).map((forecast) => ({
    ...forecast,
    causes: worstFirst(forecast.causes).slice(0, MAX_SHOWN),
  }));
