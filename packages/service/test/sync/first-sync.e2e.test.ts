import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { fakeChangeRequest, startFakeUnleash } from '../../../unleash/test/fake-unleash.ts';
import { makePlace } from '../commands/place.ts';
import { startService } from '../http/running-service.ts';
import { runInProcess } from '../run-in-process.ts';

const KEY = 'secret-of-the-test';
const COMMAND = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));
const LIST = '/projects/shop/change-requests';

test('each response says that the first sync is running, until it has ended', async () => {
  const changeRequests = [fakeChangeRequest(7)];
  const unleash = await startFakeUnleash({ changeRequests });
  const held = Promise.withResolvers<void>();
  unleash.respond(LIST, async (_request, response) => {
    await held.promise;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(changeRequests));
  });
  const { folder } = await makePlace(onTestFinished);
  const start = () =>
    startService({
      DATABASE_URL: `sqlite:${join(folder, 'forewarn.db')}`,
      INIT_ADMIN_API_TOKENS: KEY,
      UNLEASH_URL: unleash.url,
      UNLEASH_API_KEY: unleash.key,
      SYNC_INTERVAL: '2s',
    });
  const service = await start();
  onTestFinished(async () => {
    held.resolve();
    await service.end('SIGKILL');
    await unleash.close();
  });
  const told = async (path: string, key = KEY, { url } = service) => {
    const { status, headers } = await fetch(`${url}${path}`, { headers: { Authorization: key } });
    return [status, headers.get('Forewarn-Sync')];
  };
  const run = (...args: readonly string[]) =>
    runInProcess(args, { folder, env: { FOREWARN_URL: service.url, FOREWARN_API_KEY: KEY } });

  expect(await told('/api/admin/change-requests')).toEqual([200, 'first']);
  expect(await told('/api/admin/none')).toEqual([404, 'first']);
  expect(await told('/api/admin/change-requests', 'wrong')).toEqual([401, 'first']);
  expect((await run('forecast')).stderr).toContain('the first sync with Unleash is still');
  const comment = (await run('forecast', '--markdown')).stdout;
  expect(comment).toContain('\nThe first sync with Unleash is still running: not everything');
  // Its list is not complete.
  expect((await run('cleanup')).code).toBe(2);
  const assistant = new Client({ name: 'test', version: '1' });
  const env = { FOREWARN_URL: service.url, FOREWARN_API_KEY: KEY };
  const args = [COMMAND, 'mcp'];
  await assistant.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  onTestFinished(() => assistant.close());
  const contentOf = async () =>
    (await assistant.callTool({ name: 'list_projects', arguments: {} })).content;
  expect(await contentOf()).toEqual([
    { type: 'text', text: expect.any(String) },
    { type: 'text', text: expect.stringMatching(/^No all-clear: the first sync /) },
  ]);

  held.resolve();
  const ended = () => told('/api/admin/change-requests');
  await expect.poll(ended, { timeout: 15_000 }).toEqual([200, null]);
  expect((await run('forecast', '--markdown')).stdout).not.toContain('first sync');
  expect(await run('cleanup')).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('first'),
  });
  expect(await contentOf()).toHaveLength(1);

  await service.end('SIGTERM');
  const again = await start();
  onTestFinished(async () => {
    await again.end('SIGKILL');
  });
  expect(await told('/api/admin/change-requests', KEY, again)).toEqual([200, null]);
});
