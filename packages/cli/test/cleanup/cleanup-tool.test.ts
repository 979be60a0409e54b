import { McpServer } from '@modelcontextprotocol/server';
import type { Client } from '@forewarn/client';
import { expect, test, vi } from 'vitest';
import { cleanupTool } from '../../src/cleanup/cleanup-tool.ts';
import { candidate, later } from './plans.ts';

type Handle = (...call: readonly unknown[]) => Promise<object>;

/** The tool, over a client that lists clean-ups. */
function toolOver(getCleanup: Client['getCleanup']): Handle {
  const server = new McpServer({ name: 'test', version: '1' });
  const register = vi.spyOn(server, 'registerTool');
  cleanupTool.register(server, { getCleanup } as Client);
  return register.mock.calls[0]?.[2] as Handle;
}

test.each<readonly [object, readonly object[]]>([
  [{ features: ['a0'] }, [{ features: ['a0'] }]],
  [{ strategyDefinitions: ['gradual'] }, [{ definitions: ['gradual'] }]],
  [
    { features: ['a0'], strategyDefinitions: ['gradual'] },
    [{ features: ['a0'] }, { definitions: ['gradual'] }],
  ],
  [{}, [{}]],
])('plan_cleanup of %j asks for %j', async (given, expected) => {
  const asked: unknown[] = [];
  const handle = toolOver(async (filter) => {
    asked.push(filter);
    return { outcome: 'done', value: { coverage: 'live', candidates: [] } };
  });
  await handle(given, { mcpReq: {} });

  expect(asked).toEqual(expected.map((each) => ({ ...each, quietDays: 7 })));
});

test('plan_cleanup shows the first 100 candidates, and counts all', async () => {
  const candidates = [
    later('b'),
    ...Array.from({ length: 100 }, (_each, at) => candidate(`a${at}`)),
  ];
  const handle = toolOver(async () => ({
    outcome: 'done',
    value: { coverage: 'live', candidates },
  }));
  const result = await handle({}, { mcpReq: {} });

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
