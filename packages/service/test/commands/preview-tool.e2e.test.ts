import { memoryForecast } from '@forewarn/forecast/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryWhatIf } from '@forewarn/what-if/memory';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { memoryOperate } from '@forewarn/operate/memory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRequest, inDays, record } from '../http/sample-data.ts';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));

let served: ServedApp;
let client: Client;

const at = (day: number) => ({ status: 'pending', scheduledAt: inDays(day) }) as const;
const preview = (edits: readonly object[]) =>
  client.callTool({ name: 'preview_schedule', arguments: { project: 'shop', edits } });

beforeAll(async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryWhatIf, memoryOperate]);
  served = await serve(store, '/flags');
  await record(
    store,
    changeRequest(8, { banner: [{ action: 'archiveFeature' }] }, { schedule: at(8) }),
    changeRequest(9, { banner: [{ action: 'updateEnabled' }] }, { schedule: at(9) }),
  );
  const env = {
    FOREWARN_URL: `${served.url}/flags`,
    FOREWARN_API_KEY: await makeKey(store, 'assistant'),
  };
  client = new Client({ name: 'test', version: '1' });
  const args = [COMMAND, 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
});

afterAll(async () => {
  await client.close();
  await served.stop();
  await served.store.close();
});

test('preview_schedule says what would go better', async () => {
  const later = await preview([{ move: 8, scheduledAt: inDays(20) }]);

  expect(later.structuredContent).toMatchObject({
    outcome: 'not-worse',
    better: [{ id: 9, before: 'suspended', forecast: 'as-planned' }],
    edited: [{ id: 8, forecast: 'as-planned' }],
  });
});

test('preview_schedule says what would go less well, of what is added too', async () => {
  const { id: _id, ...put } = changeRequest(1, { banner: [{ action: 'updateEnabled' }] });
  const added = await preview([{ put: { ...put, schedule: at(10) } }]);

  expect(added.structuredContent).toMatchObject({
    outcome: 'worse',
    worse: [{ id: -1, forecast: 'suspended', causes: [{ id: 8 }] }],
  });
});

test.each<readonly [object, RegExp]>([
  [{ withdraw: 80 }, /^Unknown, which is not an all-clear: .*request 80 /],
  [{ drop: 8 }, /^Unknown, which is not an all-clear: edits\[0\]: expected \{"put"/],
])('preview_schedule of %j is an error, not an all-clear', async (edit, says) => {
  const { content, isError, structuredContent } = await preview([edit]);

  expect([isError, structuredContent]).toEqual([true, undefined]);
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(says) }]);
});
