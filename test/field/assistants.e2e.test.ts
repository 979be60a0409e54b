import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geminiProblems } from '../../packages/cli/test/gemini-problems.ts';
import { serveNewer } from '../../packages/service/test/http/newer-server.ts';
import {
  changeRequest,
  inDays,
  record,
  register,
} from '../../packages/service/test/http/sample-data.ts';
import { serveFor } from '../../packages/service/test/http/with-stores.ts';
import { runClient } from './field-clients.ts';

const COMMAND = fileURLToPath(new URL('../../packages/service/bin/forewarn.js', import.meta.url));
const CALLS = {
  check_impact: { targets: [{ strategyDefinition: 'byCountry', intent: 'delete' }] },
  explain_change_request: { project: 'shop', id: 8 },
  preview_schedule: { project: 'shop', edits: [{ withdraw: 7 }] },
  find_scheduled_changes: { project: 'shop', feature: ['banner'] },
  preview_strategy_deletion: { name: 'byCountry' },
};

interface Called {
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: Record<string, unknown>;
  }[];
  readonly results: Readonly<
    Record<string, { readonly isError?: boolean; readonly structuredContent?: object }>
  >;
}

const served = serveFor();
let newer: Awaited<ReturnType<typeof serveNewer>>;
let key: string;

beforeAll(async () => {
  const { store } = served;
  await register(store, 'byCountry');
  const at = (day: number) => ({
    schedule: { status: 'pending', scheduledAt: inDays(day) } as const,
  });
  const added = { action: 'addStrategy', payload: { name: 'byCountry' } };
  await record(
    store,
    changeRequest(7, { banner: [{ action: 'archiveFeature' }] }, at(1)),
    changeRequest(8, { banner: [added, { action: 'inventedTomorrow' }] }, at(2)),
  );
  key = await served.makeKey('assistant');
  newer = await serveNewer(served.url);
});
afterAll(() => newer.close());

describe.each(['version 1', 'version 2'])('the MCP SDK of %s', (sdk) => {
  const call = async (url: string): Promise<Called> => {
    const env = { FOREWARN_URL: url, FOREWARN_API_KEY: key };
    const server = { command: process.execPath, args: [COMMAND, 'mcp'], env };
    return (await runClient('call-tools.js', { sdk, server, calls: CALLS })) as Called;
  };

  test('lists the tools with schemas in which Gemini refuses nothing, and calls each', async () => {
    const { tools, results } = await call(served.url);

    expect(tools).toHaveLength(9);
    expect(tools.flatMap(({ name, inputSchema }) => geminiProblems(inputSchema, name))).toEqual([]);
    for (const { name } of tools) {
      expect([name, results[name]]).toEqual([
        name,
        expect.objectContaining({ structuredContent: expect.any(Object) as object }),
      ]);
    }
  });

  test('takes what a newer server has added to results', async () => {
    const { results } = await call(newer.url);

    expect(Object.values(results).map(({ isError = false }) => isError)).not.toContain(true);
    expect(results['check_impact']).toMatchObject({
      structuredContent: { impacts: [{ addedTomorrow: { isNew: true } }] },
    });
  });
});
