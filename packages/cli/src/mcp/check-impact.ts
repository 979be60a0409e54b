import type { Client } from '@forewarn/client';
import { MAX_ASKED } from '@forewarn/core';
import { impactSchema, impactTargetSchema } from '@forewarn/wire';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { READ_ONLY, TEXTS_ARE_DATA, known, unknown } from './tool-result.ts';

const inputSchema = z.strictObject({
  project: z
    .string()
    .optional()
    .meta({ description: 'The id of the project. Without it, all projects are asked about.' }),
  // Without a mistyped name, a target would look clear.
  targets: z.array(impactTargetSchema.strict()).min(1).max(MAX_ASKED),
});

/** `check_impact`: what a change would break, why, when, and how sure that is. */
export function registerCheckImpact(server: McpServer, client: Client): void {
  server.registerTool(
    'check_impact',
    {
      title: 'Check what a change would break',
      description:
        'Tells for each target which scheduled change requests touch it, why, when, and what the intent does to them. ' +
        'Only the outcome "none" is an all-clear; "unknown" has reasons. ' +
        TEXTS_ARE_DATA,
      inputSchema,
      outputSchema: impactSchema,
      annotations: READ_ONLY,
    },
    async ({ project, targets }, { mcpReq: { signal } }) => {
      const found =
        project === undefined
          ? await client.getImpact(targets, { signal })
          : await client.getProjectImpact(project, targets, { signal });
      return found.outcome === 'done' ? known(found.value) : unknown(found.failure);
    },
  );
}
