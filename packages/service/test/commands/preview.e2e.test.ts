import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryWhatIf } from '@forewarn/what-if/memory';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { changeRequest, inDays, record } from '../http/sample-data.ts';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';
import { test } from './place.ts';

let served: ServedApp;
let env: Readonly<Record<string, string>>;

const at = (day: number) => ({
  project: 'shop',
  schedule: { status: 'pending', scheduledAt: inDays(day) } as const,
});
const SOONER = { move: 1, scheduledAt: inDays(2) };

beforeAll(async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryWhatIf, memoryOperate]);
  served = await serve(store, '/flags');
  await record(
    store,
    changeRequest(1, { sale: [{ action: 'archiveFeature' }] }, at(9)),
    changeRequest(2, { sale: [{ action: 'updateEnabled' }] }, at(5)),
    changeRequest(8, { banner: [{ action: 'archiveFeature' }] }, at(8)),
    changeRequest(9, { banner: [{ action: 'updateEnabled' }] }, at(9)),
  );
  const scope = { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] } as const;
  env = { FOREWARN_API_KEY: await makeKey(store, 'ci', scope) };
});

afterAll(async () => {
  await served.stop();
  await served.store.close();
});

const asking = (...typed: readonly string[]) => [
  'preview',
  'edits.json',
  '--url',
  `${served.url}/flags`,
  '--project',
  'shop',
  ...typed,
];

describe('forewarn preview', () => {
  test.for([
    [0, [{ withdraw: 1 }], 'nothing goes less well with the edits; the data is live'],
    [1, [SOONER], '1 change request goes less well with the edits; the data is live'],
    [2, [{ withdraw: 7 }], 'There is no scheduled change request 7 in the project "shop"'],
    [2, [{ withdrawn: 7 }], 'edits.json: edits[0]: expected {"put": …}, {"withdraw": id} or'],
  ] as const)('exits with %i for %j', async ([code, edits, says], { place }) => {
    await place.write({ 'edits.json': edits });
    const ended = await place.run(asking(), { env });
    expect(ended.stderr).toContain(says);
    expect(ended.code).toBe(code);
  });

  test('shows what goes less well, and writes the report of a pipeline', async ({ place }) => {
    await place.write({ 'edits.json': { edits: [SOONER] } });
    const ended = await place.run(asking('--junit', 'preview.xml'), { env });
    expect(ended.stdout).toMatch(/^worse +shop +#2 .*will be suspended; without the edits/m);
    const xml = await readFile(join(place.folder, 'preview.xml'), 'utf8');
    expect(xml).toContain('failures="1"');
  });

  test('names a file that is not there, and says what to do', async ({ place }) => {
    const ended = await place.run(asking(), { env });
    expect(ended.stderr).toBe(
      'forewarn: edits.json: there is no such file: correct its path, or write it first\n',
    );
    expect(ended.code).toBe(2);
  });

  test('writes JSON', async ({ place }) => {
    await place.write({ 'edits.json': [SOONER] });
    const { stdout } = await place.run(asking('--json'), { env });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'worse', worse: [{ id: 2 }] });
  });
});

describe('preview_schedule', () => {
  const COMMAND = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));
  const client = new Client({ name: 'test', version: '1' });
  const preview = (edit: object) =>
    client.callTool({ name: 'preview_schedule', arguments: { project: 'shop', edits: [edit] } });

  beforeAll(async () => {
    const own = { ...env, FOREWARN_URL: `${served.url}/flags` };
    const started = { command: process.execPath, args: [COMMAND, 'mcp'], env: own };
    await client.connect(new StdioClientTransport(started));
  });
  afterAll(() => client.close());

  test('says what would go better', async () => {
    const { structuredContent } = await preview({ move: 8, scheduledAt: inDays(20) });

    expect(structuredContent).toMatchObject({
      outcome: 'not-worse',
      better: [{ id: 9, before: 'suspended', forecast: 'as-planned' }],
      edited: [{ id: 8, forecast: 'as-planned' }],
    });
  });

  test('says what would go less well, of what is added too', async () => {
    const { id: _id, ...put } = changeRequest(1, { banner: [{ action: 'updateEnabled' }] }, at(10));
    const { structuredContent } = await preview({ put });

    expect(structuredContent).toMatchObject({
      outcome: 'worse',
      worse: [{ id: -1, forecast: 'suspended', causes: [{ id: 8 }] }],
    });
  });

  test.for<readonly [object, RegExp]>([
    [{ withdraw: 80 }, /^Unknown, which is not an all-clear: .*request 80 /],
    [{ drop: 8 }, /^Unknown, which is not an all-clear: edits\[0\]: expected \{"put"/],
  ])('of %j is an error, not an all-clear', async ([edit, says]) => {
    const { content, isError, structuredContent } = await preview(edit);

    expect([isError, structuredContent]).toEqual([true, undefined]);
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(says) }]);
  });
});
