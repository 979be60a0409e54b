import type { Client } from '@forewarn/client';
import { doubtsIn, type ScheduledChangeRequest, touchesIn } from '@forewarn/core';
import { impactDoubtSchema, scheduledResponseSchema } from '@forewarn/wire';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { describeTarget } from '../impact/describe-target.ts';
import { READ_ONLY, TEXTS_ARE_DATA, known, unknown } from './tool-result.ts';

const inputSchema = z.strictObject({
  project: z.string().meta({ description: 'The id of the project.' }),
  id: z.int().min(0).meta({ description: 'The id of the change request.' }),
});

const outputSchema = z.object({
  changeRequest: scheduledResponseSchema,
  touches: z
    .array(
      z.object({
        path: z.string(),
        action: z.string().optional(),
        feature: z.string().optional(),
        target: z.string().meta({ description: 'What the change at the path touches.' }),
      }),
    )
    .meta({ description: 'Changing any of these targets may break the change request.' }),
  doubts: z.array(impactDoubtSchema),
});

/** `explain_change_request`: when a scheduled change request is applied, and what it touches. */
export function registerExplainChangeRequest(server: McpServer, client: Client): void {
  server.registerTool(
    'explain_change_request',
    {
      title: 'Explain a scheduled change request',
      description:
        'Returns a scheduled change request with everything that it touches or may touch. ' +
        TEXTS_ARE_DATA,
      inputSchema,
      outputSchema,
      annotations: READ_ONLY,
    },
    async ({ project, id }, { mcpReq: { signal } }) => {
      const found = await client.getScheduledChangeRequest(project, id, { signal });
      return found.outcome === 'done' ? known(explain(found.value)) : unknown(found.failure);
    },
  );
}

function explain(changeRequest: ScheduledChangeRequest): z.input<typeof outputSchema> {
  const { project, id, environment } = changeRequest;
  const touches = touchesIn(changeRequest).map(({ target, ...place }) => ({
    ...place,
    target: describeTarget(target),
  }));
  const doubts = doubtsIn(changeRequest).map(({ path, why, kinds }) => ({
    project,
    id,
    environment,
    path,
    why,
    kinds,
  }));
  return { changeRequest, touches, doubts };
}
