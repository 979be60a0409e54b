import type { Client } from '@forewarn/client';
import { projectIdSchema, searchSchema, summarySchema } from '@forewarn/wire';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { READ_ONLY, TEXTS_ARE_DATA, known, unknown } from './tool-result.ts';

const inputSchema = searchSchema.extend({ project: projectIdSchema }).strict();

const outputSchema = z.object({
  outcome: z.enum(['none', 'some']),
  changeRequests: z.array(summarySchema),
  asOf: z.string().optional().meta({ description: 'The time of the data. Absent if it is live.' }),
});

/** `find_scheduled_changes`: the search, which Unleash has, too. */
export function registerFindScheduledChanges(server: McpServer, client: Client): void {
  server.registerTool(
    'find_scheduled_changes',
    {
      title: 'Find scheduled changes',
      description:
        'Lists the scheduled change requests of a project that touch at least one of the given features, strategies or variants. ' +
        'For why and when, or for segments and strategy definitions, use check_impact. ' +
        TEXTS_ARE_DATA,
      inputSchema,
      outputSchema,
      annotations: READ_ONLY,
    },
    async ({ project, ...query }, { mcpReq: { signal } }) => {
      const found = await client.getScheduledChangeRequests(project, query, { signal });
      return found.outcome === 'unknown'
        ? unknown(found.failure)
        : known({ changeRequests: [], ...found });
    },
  );
}
