import type { Client, SchedulePreview } from '@forewarn/client';
import { expect, test } from 'vitest';
import { previewTool } from '../../src/what-if/preview-tool.ts';
import { toolOver } from '../tool-over.ts';

type Asked = Parameters<Client['previewSchedule']>[0];

const forecast = { project: 'shop', id: 9, environment: 'production', causes: [], reasons: [] };
const BETTER = { ...forecast, before: 'suspended', forecast: 'as-planned' };
const FOUND = {
  coverage: 'live',
  worse: [],
  worseCount: 0,
  hiddenWorse: 0,
  better: [BETTER],
  betterCount: 1,
  hiddenBetter: 0,
  edited: [],
  reasons: [],
} as unknown as SchedulePreview;

test('preview_schedule asks about the edits, and says what they would do', async () => {
  const asked: Asked[] = [];
  const call = toolOver(previewTool, {
    previewSchedule: async (command) => {
      asked.push(command);
      return { outcome: 'done', value: FOUND };
    },
  });
  const edits = [{ withdraw: 8 }, { move: 7, scheduledAt: '2030-01-01T00:00:00Z' }];
  const { structuredContent } = await call({ project: 'shop', edits });

  expect(asked).toEqual([{ projectId: 'shop', edits }]);
  expect(structuredContent).toMatchObject({
    outcome: 'not-worse',
    summary: expect.stringContaining('1 change request goes better'),
    better: [BETTER],
  });
});

test.for<readonly [object, RegExp]>([
  [{ withdraw: 80 }, /^Unknown, which is not an all-clear: .*request 80 here; .* list_scheduled /],
  [
    { put: { project: 'shop', environment: 'production', state: 'Scheduled', segmnets: [] } },
    /: edits\[0\]\.put\.segmnets: expected no field of this name$/,
  ],
  [{ drop: 8 }, /^Unknown, which is not an all-clear: edits\[0\]: expected \{"put"/],
])('preview_schedule of %j is an error, not an all-clear', async ([edit, says]) => {
  const call = toolOver(previewTool, {
    previewSchedule: async () => ({
      outcome: 'refused',
      failure: {
        type: 'ErrorResponse',
        status: 404,
        name: 'NotFoundError',
        message: 'There is no change request 80 here',
      },
    }),
  });
  const { content, isError, structuredContent } = await call({ project: 'shop', edits: [edit] });

  expect([isError, structuredContent]).toEqual([true, undefined]);
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(says) }]);
});
