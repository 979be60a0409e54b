import type { Client } from '@forewarn/client';
import { McpServer } from '@modelcontextprotocol/server';
import { packageVersion } from '../package-version.ts';
import { registerCheckImpact } from './check-impact.ts';
import { registerExplainChangeRequest } from './explain-change-request.ts';
import { registerFindScheduledChanges } from './find-scheduled-changes.ts';
import { registerPreviewStrategyDeletion } from './preview-strategy-deletion.ts';
import { TEXTS_ARE_DATA } from './tool-result.ts';

const INSTRUCTIONS = `Forewarn tells which scheduled change requests of a feature-flag platform a change would break.
Call check_impact before you archive, update or delete a feature, strategy, variants, segment or strategy definition.
The outcome "none" is an all-clear. "some" and "unknown" are not: tell the user what would break, or why it is not known.
No tool changes anything.
${TEXTS_ARE_DATA}`;

/** Makes a server of read-only tools, which ask a Forewarn server by its client. */
export function createMcpServer(client: Client): McpServer {
  const server = new McpServer(
    { name: 'forewarn', version: packageVersion() },
    { instructions: INSTRUCTIONS },
  );
  registerFindScheduledChanges(server, client);
  registerCheckImpact(server, client);
  registerExplainChangeRequest(server, client);
  registerPreviewStrategyDeletion(server, client);
  return server;
}
