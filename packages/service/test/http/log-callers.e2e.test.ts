import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from './running-service.ts';
import { makeKey, serve } from './served-app.ts';

/** Sends two requests that a proxy passes on: one has a valid key, the other one has not. */
async function askAs({ url }: { readonly url: string }, valid: string): Promise<void> {
  for (const key of [valid, 'another-key-of-16']) {
    const headers = { Authorization: key, 'X-Forwarded-For': '192.0.2.7' };
    await (await fetch(`${url}/api/admin/projects`, { headers })).text();
  }
}

/** What log lines say of the callers. */
const callersIn = (lines: readonly Readonly<Record<string, unknown>>[]): readonly object[] =>
  lines
    .filter(({ msg }) => msg === 'request')
    .map(({ status, address, key }) => ({ status, address, key }));

test('the log names callers if it is told to', async () => {
  const INIT_ADMIN_API_TOKENS = 'key-of-the-tests';
  const settings = { DATABASE_URL: 'memory:', TRUST_PROXY: '127.0.0.1', LOG_CALLERS: 'true' };
  const service = await startService({ ...settings, INIT_ADMIN_API_TOKENS });
  onTestFinished(async () => void (await service.end('SIGKILL')));
  const address = '192.0.2.7';

  await askAs(service, INIT_ADMIN_API_TOKENS);
  await service.end('SIGTERM');

  expect(service.stdout()).not.toContain(INIT_ADMIN_API_TOKENS);
  const lines = service.stdout().trim().split('\n');
  expect(callersIn(lines.map((line) => JSON.parse(line) as Record<string, unknown>))).toEqual([
    { status: 200, address, key: expect.stringMatching(/^init-[\da-f]+$/) },
    { status: 401, address },
  ]);
});

test('the log names no caller by default', async () => {
  const store = createMemoryStore({}, [memoryOperate]);
  const served = await serve(store, '', ['127.0.0.1']);
  onTestFinished(() => served.stop());
  const key = await makeKey(store, 'ci');

  await askAs(served, key);

  await expect.poll(() => callersIn(served.lines)).toEqual([{ status: 200 }, { status: 401 }]);
  expect(JSON.stringify(served.lines)).not.toContain(key);
});
