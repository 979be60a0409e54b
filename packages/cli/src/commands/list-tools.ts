import type { Client } from '@forewarn/client';
import { shownOf } from '@forewarn/record';
import { coveredProjectSchema, isoTimeSchema, shownFields } from '@forewarn/wire';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { known, readOnlyTool, unknownFrom } from './read-only-tool.ts';

/** Maximum change requests in a list. */
const MAX_LISTED = 50;

/** Adds the tools that tell an assistant what there is to ask about. */
export function registerListTools(server: McpServer, client: Client): void {
  server.registerTool('list_projects', LIST_PROJECTS, async (_none, { mcpReq: { signal } }) => {
    const found = await client.getProjects({ signal });
    return found.outcome === 'done'
      ? known({ projects: found.value.projects })
      : unknownFrom(found.failure, 'ask the user to check the URL of the Forewarn server');
  });
  server.registerTool(
    'list_scheduled',
    LIST_SCHEDULED,
    async ({ project, ...given }, { mcpReq: { signal } }) => {
      const query = { ...given, limit: MAX_LISTED };
      const found =
        project === undefined
          ? await client.getChangeRequests(query, { signal })
          : await client.getChangeRequestsForProject(project, query, { signal });
      if (found.outcome !== 'done') return unknownFrom(found.failure);
      const { changeRequests, isIncomplete = false, asOf, cursor } = found.value;
      return known({
        changeRequests: changeRequests.map(shownOf),
        isComplete: !isIncomplete && cursor === undefined,
        ...(asOf === undefined ? {} : { asOf }),
        ...(cursor === undefined ? {} : { cursor }),
      });
    },
  );
}

const LIST_PROJECTS = readOnlyTool(
  'List the projects',
  'Lists the projects that the key may read, with how current the data of each is. ' +
    'Of one whose coverage is "none", nothing is an all-clear.',
  {
    inputSchema: z.strictObject({}),
    outputSchema: z.object({ projects: z.array(coveredProjectSchema) }),
  },
);

const timeSchema = isoTimeSchema('expected a time with its zone, such as 2026-11-26T00:00:00Z');

const LIST_SCHEDULED = readOnlyTool(
  'List what is scheduled',
  'Lists the scheduled change requests of a project, or of all, the soonest first. ' +
    'Whether a change would break them is told by check_impact.',
  {
    inputSchema: z.strictObject({
      project: z
        .string()
        .optional()
        .meta({ description: 'The id of the project. Without it, those of all projects.' }),
      from: timeSchema
        .exactOptional()
        .meta({ description: 'Only those at this time or later, ISO 8601.' }),
      to: timeSchema
        .exactOptional()
        .meta({ description: 'Only those before this time, ISO 8601.' }),
      cursor: z.string().exactOptional().meta({ description: 'The cursor of the previous page.' }),
    }),
    outputSchema: z.object({
      changeRequests: z.array(z.object(shownFields)),
      isComplete: z.boolean().meta({
        description:
          'Whether these are all. If not, more may be scheduled: an empty list is no all-clear.',
      }),
      asOf: z
        .string()
        .optional()
        .meta({ description: 'The time of the data. Absent if it is live.' }),
      cursor: z
        .string()
        .optional()
        .meta({ description: 'Continues the list. Absent on the last page.' }),
    }),
  },
);
