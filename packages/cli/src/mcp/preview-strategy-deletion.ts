import type { Client } from '@forewarn/client';
import { strategyImpactSchema } from '@forewarn/wire';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { READ_ONLY, TEXTS_ARE_DATA, known, unknown } from './tool-result.ts';

const inputSchema = z.strictObject({
  name: z.string().meta({ description: 'The name of the strategy definition.' }),
});

/** `preview_strategy_deletion`: what deleting a strategy definition would break. It deletes nothing. */
export function registerPreviewStrategyDeletion(server: McpServer, client: Client): void {
  server.registerTool(
    'preview_strategy_deletion',
    {
      title: 'Preview the deletion of a strategy definition',
      description:
        'Tells which scheduled change requests of all projects deleting a strategy definition would break. Deletes nothing: ' +
        'to delete it, a person runs "forewarn strategies delete" and acknowledges the fingerprint. ' +
        TEXTS_ARE_DATA,
      inputSchema,
      outputSchema: strategyImpactSchema,
      annotations: READ_ONLY,
    },
    async ({ name }, { mcpReq: { signal } }) => {
      const found = await client.getStrategyImpact(name, { signal });
      return found.outcome === 'done' ? known(found.value) : unknown(found.failure);
    },
  );
}
