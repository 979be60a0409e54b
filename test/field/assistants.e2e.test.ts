import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { geminiProblems } from '../../packages/cli/test/gemini-problems.ts';
import {
  changeRequest,
  inDays,
  record,
  register,
} from '../../packages/service/test/http/sample-data.ts';
import { serveFor } from '../../packages/service/test/http/with-stores.ts';
import { installTools } from '../../tools/install-tools.ts';
import { run } from '../../tools/run-program.ts';

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
  readonly results: Readonly<Record<string, { readonly structuredContent?: object }>>;
}

const served = serveFor();
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
});

test('version 1 of the MCP SDK lists tools in whose schemas Gemini refuses nothing, and calls each', async () => {
  const env = { FOREWARN_URL: served.url, FOREWARN_API_KEY: key };
  const server = { command: process.execPath, args: [COMMAND, 'mcp'], env };
  const argument = JSON.stringify({ server, calls: CALLS });
  const folder = await installTools('field-clients');
  const { tools, results } = JSON.parse(
    await run(folder, process.execPath, 'call-tools.js', argument),
  ) as Called;

  expect(tools).toHaveLength(9);
  expect(tools.flatMap(({ name, inputSchema }) => geminiProblems(inputSchema, name))).toEqual([]);
  for (const { name } of tools) {
    expect([name, results[name]]).toEqual([
      name,
      expect.objectContaining({ structuredContent: expect.any(Object) as object }),
    ]);
  }
});
