import { McpServer } from '@modelcontextprotocol/server';
import type { Client } from '@forewarn/client';
import { expect, test, vi } from 'vitest';
import { cleanupTool } from '../../src/cleanup/cleanup-tool.ts';
import { candidate, later } from './plans.ts';

test('plan_cleanup shows the first 100 candidates, and counts all', async () => {
  const server = new McpServer({ name: 'test', version: '1' });
  const register = vi.spyOn(server, 'registerTool');
  const candidates = [
    later('b'),
    ...Array.from({ length: 100 }, (_each, at) => candidate(`a${at}`)),
  ];
  const getCleanup: Client['getCleanup'] = async (asked) => {
    expect(asked).toEqual({ features: ['a0'], quietDays: 7 });
    return { outcome: 'done', value: { coverage: 'live', candidates } };
  };
  cleanupTool.register(server, { getCleanup } as Client);
  const handle = register.mock.calls[0]?.[2] as (...call: readonly unknown[]) => Promise<object>;
  const result = await handle({ features: ['a0'] }, { mcpReq: {} });

  const { structuredContent } = result as {
    readonly structuredContent: { readonly candidates: readonly unknown[] };
  };
  expect(structuredContent).toMatchObject({
    summary: '100 can be removed now, 1 later, 0 blocked, 0 unknown; the data is live',
    count: 101,
  });
  expect(structuredContent.candidates).toHaveLength(100);
  expect(structuredContent.candidates[0]).toEqual({
    target: 'the feature "a0"',
    project: 'shop',
    verdict: 'now',
    wave: 1,
    why: [],
  });
});
