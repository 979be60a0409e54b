import { McpServer } from '@modelcontextprotocol/server';
import type { Client } from '@forewarn/client';
import { vi } from 'vitest';
import type { CapabilityTools } from '../src/command-set.ts';

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly object[];
  readonly structuredContent?: object;
}

/** Returns what calls the tool of a capability, over a client with these methods. */
export function toolOver({ register }: CapabilityTools, client: Partial<Client>) {
  const server = new McpServer({ name: 'test', version: '1' });
  const registered = vi.spyOn(server, 'registerTool');
  register(server, client as Client);
  const call = registered.mock.calls[0]?.[2] as (...args: readonly unknown[]) => unknown;
  return async (given: object): Promise<ToolResult> =>
    (await call(given, { mcpReq: {} })) as ToolResult;
}
