import { tmpdir } from 'node:os';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '@forewarn/unleash/memory';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createService } from '../../src/composition-root.ts';
import { apiKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { unleashFollower } from '../../src/unleash/unleash-follower.ts';
import { fakeChangeRequest, startFakeUnleash } from '../../../unleash/test/fake-unleash.ts';
import { connectTools } from '../commands/connect-tools.ts';
import { makeKey } from '../http/served-app.ts';
import { runInProcess } from '../run-in-process.ts';

const LIST = '/projects/shop/change-requests';
const capabilities = [memoryOperate, memoryUnleash, memoryForecast, memoryCleanup] as const;

test('each response says that the first sync is running, until it has ended', async () => {
  const changeRequests = [fakeChangeRequest(7)];
  const unleash = await startFakeUnleash({ changeRequests });
  const held = Promise.withResolvers<void>();
  unleash.respond(LIST, async (_request, response) => {
    await held.promise;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(changeRequests));
  });
  onTestFinished(async () => {
    held.resolve();
    await unleash.close();
  });
  const store = createMemoryStore({}, capabilities);
  const key = await makeKey(store, 'admin');
  /** Starts a node that follows Unleash. */
  const start = async () => {
    const authorizer = apiKeyAuthorizer(store.apiKeys);
    const [log, telemetry] = [pino({ level: 'silent' }), createTelemetry()];
    const followed = { unleash: { url: unleash.url, key: unleash.key }, store };
    const added = [unleashFollower({ ...followed, authorizer, log, telemetry })];
    const options = { store, authorizer, settings: { port: 0 }, log, telemetry, added };
    const service = createService(options)._unsafeUnwrap();
    const url = (await service.listen())._unsafeUnwrap();
    onTestFinished(() => service.stop({ serveMs: 0, cutOffMs: 7_500 }));
    return url;
  };
  const url = await start();
  const env = { FOREWARN_URL: url, FOREWARN_API_KEY: key };
  const told = async (path: string, Authorization = key, from = url) => {
    const { status, headers } = await fetch(`${from}${path}`, { headers: { Authorization } });
    return [status, headers.get('Forewarn-Sync')];
  };
  const run = (...args: readonly string[]) => runInProcess(args, { folder: tmpdir(), env });

  expect(await told('/api/admin/change-requests')).toEqual([200, 'first']);
  expect(await told('/api/admin/none')).toEqual([404, 'first']);
  expect(await told('/api/admin/change-requests', 'wrong')).toEqual([401, 'first']);
  expect((await run('forecast')).stderr).toContain('the first sync with Unleash is still');
  const comment = (await run('forecast', '--markdown')).stdout;
  expect(comment).toContain('\nThe first sync with Unleash is still running: not everything');
  // Its list is not complete.
  expect((await run('cleanup')).code).toBe(2);
  const assistant = await connectTools(env);
  onTestFinished(() => assistant.close());
  const contentOf = async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { content } = await assistant.callTool({ name: 'list_projects', arguments: {} });
    said.mockRestore();
    return content;
  };
  expect(await contentOf()).toEqual([
    { type: 'text', text: expect.any(String) },
    { type: 'text', text: expect.stringMatching(/^No all-clear: the first sync /) },
  ]);

  held.resolve();
  const ended = () => told('/api/admin/change-requests');
  await expect.poll(ended).toEqual([200, null]);
  expect((await run('forecast', '--markdown')).stdout).not.toContain('first sync');
  expect(await run('cleanup')).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('first'),
  });
  expect(await contentOf()).toHaveLength(1);

  expect(await told('/api/admin/change-requests', key, await start())).toEqual([200, null]);
});
