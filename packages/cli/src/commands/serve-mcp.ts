import type { Client } from '@forewarn/client';
import { doubtsIn } from '@forewarn/record';
import { MAX_ASKED } from '@forewarn/impact';
import { type ScheduledChangeRequest, touchesIn } from '@forewarn/core';
import {
  impactDoubtSchema,
  impactSchema,
  impactTargetSchema,
  projectIdSchema,
  scheduledResponseSchema,
  searchSchema,
  strategyImpactSchema,
  summarySchema,
} from '@forewarn/wire';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { capabilities } from '../capabilities.ts';
import type { CapabilityTools } from '../command-set.ts';
import { EXIT, type ExitCode, printError } from '../exit-code.ts';
import { describeTarget } from '../impact/describe.ts';
import { packageVersion } from '../package-version.ts';
import { withClient } from '../with-client.ts';
import { registerListTools } from './list-tools.ts';
import { known, PROJECT, readOnlyTool, TEXTS_ARE_DATA, unknownFrom } from './read-only-tool.ts';

const instructionsWith = (
  own: readonly string[],
): string => `Forewarn tells which scheduled change requests of a feature-flag platform a change would break.
Call check_impact before you change a feature, strategy, variants, segment, strategy definition, environment or context field, or delete a user.
${own.map((line) => `${line}\n`).join('')}The outcome "none" of check_impact is an all-clear, if "names" is "checked"; otherwise the target may not exist. "some" and "unknown" are not: tell the user
what would break, or why it is not known. With the reason "not-found", ask whether one of the suggestions was meant.
No tool changes anything.
${TEXTS_ARE_DATA}`;

/** `forewarn mcp`: serves the tools until the standard input ends. The standard output carries only the protocol. */
export const serveMcp = (url: string): Promise<ExitCode> =>
  withClient(url, async (client) => {
    serveStdio(await mcpServers(client), {
      onerror: ({ message }) => printError(message),
    });
    return EXIT.done;
  });

/** Returns what makes a server of the tools for each connection, with those of the capabilities. */
export async function mcpServers(client: Client): Promise<() => McpServer> {
  const added = await Promise.all(capabilities.flatMap(({ tools }) => tools?.() ?? []));
  return () => createMcpServer(client, added);
}

/** Makes a server of read-only tools, which ask a Forewarn server by its client. */
function createMcpServer(client: Client, added: readonly CapabilityTools[]): McpServer {
  const server = new McpServer(
    { name: 'forewarn', version: packageVersion() },
    { instructions: instructionsWith(added.map(({ instructions }) => instructions)) },
  );
  registerListTools(server, client);
  for (const { register } of added) register(server, client);
  server.registerTool(
    'find_scheduled_changes',
    FIND_SCHEDULED_CHANGES,
    async ({ project, ...query }, { mcpReq: { signal } }) => {
      const found = await client.getScheduledChangeRequests(project, query, { signal });
      return found.outcome === 'unknown'
        ? unknownFrom(found.failure)
        : known({ changeRequests: [], ...found, names: 'unchecked' });
    },
  );
  server.registerTool(
    'check_impact',
    CHECK_IMPACT,
    async ({ project, targets }, { mcpReq: { signal } }) => {
      const found =
        project === undefined
          ? await client.getImpact(targets, { signal })
          : await client.getProjectImpact(project, targets, { signal });
      return found.outcome === 'done' ? known(found.value) : unknownFrom(found.failure);
    },
  );
  server.registerTool(
    'explain_change_request',
    EXPLAIN_CHANGE_REQUEST,
    async ({ project, id }, { mcpReq: { signal } }) => {
      const found = await client.getScheduledChangeRequest(project, id, { signal });
      return found.outcome === 'done'
        ? known(explain(found.value))
        : unknownFrom(found.failure, 'call list_scheduled for the ids');
    },
  );
  server.registerTool(
    'preview_strategy_deletion',
    PREVIEW_STRATEGY_DELETION,
    async ({ name }, { mcpReq: { signal } }) => {
      const found = await client.getStrategyImpact(name, { signal });
      return found.outcome === 'done'
        ? known(found.value)
        : unknownFrom(found.failure, 'ask the user for its name');
    },
  );
  return server;
}

const FIND_SCHEDULED_CHANGES = readOnlyTool(
  'Find scheduled changes',
  'Lists the scheduled change requests of a project that touch at least one of the given features, strategies or variants. ' +
    'Its outcome "none" is no all-clear: a name may be misspelt, or a change may not say all that it touches. ' +
    'For that, for why and when, and for other targets, use check_impact.',
  {
    inputSchema: searchSchema.extend({ project: projectIdSchema }).strict(),
    outputSchema: z.object({
      outcome: z.enum(['none', 'some']),
      names: z.literal('unchecked').meta({ description: 'Whether the names exist is not known.' }),
      changeRequests: z.array(summarySchema),
      asOf: z
        .string()
        .optional()
        .meta({ description: 'The time of the data. Absent if it is live, or incomplete.' }),
      isIncomplete: z
        .literal(true)
        .optional()
        .meta({ description: 'Not all that is scheduled is known: more may match.' }),
    }),
  },
);

const CHECK_IMPACT = readOnlyTool(
  'Check what a change would break',
  'Tells for each target which scheduled change requests touch it, why, when, and what the intent does to them. ' +
    'Only the outcome "none" with the names "checked" is an all-clear; if they are "unchecked", the target may not exist. ' +
    '"unknown" has reasons. "not-found" means that nothing has this name: ask whether a suggestion was meant.',
  {
    inputSchema: z.strictObject({
      project: PROJECT,
      // Without a mistyped name, a target would look clear.
      targets: z.array(impactTargetSchema.strict()).min(1).max(MAX_ASKED),
    }),
    outputSchema: impactSchema,
  },
);

const touchSchema = z.object({
  path: z.string(),
  action: z.string().optional(),
  feature: z.string().optional(),
  target: z.string().meta({ description: 'What the change at the path touches.' }),
});
const explanationSchema = z.object({
  changeRequest: scheduledResponseSchema,
  touches: z
    .array(touchSchema)
    .meta({ description: 'Changing any of these targets may break the change request.' }),
  doubts: z.array(impactDoubtSchema),
});

const EXPLAIN_CHANGE_REQUEST = readOnlyTool(
  'Explain a scheduled change request',
  'Returns a scheduled change request with everything that it touches or may touch.',
  {
    inputSchema: z.strictObject({
      project: z.string().meta({ description: 'The id of the project.' }),
      id: z.int().min(0).meta({ description: 'The id of the change request.' }),
    }),
    outputSchema: explanationSchema,
  },
);

function explain(changeRequest: ScheduledChangeRequest): z.input<typeof explanationSchema> {
  const { project, id, environment } = changeRequest;
  const touches = touchesIn(changeRequest).map(({ target, ...touch }) => ({
    ...touch,
    target: describeTarget(target),
  }));
  const doubts = doubtsIn(changeRequest).map(({ path, why, kinds }) => {
    return { project, id, environment, path, why, kinds };
  });
  return { changeRequest, touches, doubts };
}

const PREVIEW_STRATEGY_DELETION = readOnlyTool(
  'Preview the deletion of a strategy definition',
  'Tells which scheduled change requests of all projects deleting a strategy definition would break. Deletes nothing: ' +
    'to delete it, a person runs "forewarn strategies delete" and acknowledges the fingerprint.',
  {
    inputSchema: z.strictObject({
      name: z.string().meta({ description: 'The name of the strategy definition.' }),
    }),
    outputSchema: strategyImpactSchema,
  },
);
