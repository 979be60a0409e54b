import { expect, onTestFinished, test } from 'vitest';
import { startService } from './running-service.ts';

const KEY = 'key-of-the-tests';

/** What the log says of two requests that a proxy passes on: one has a valid key, the other one has not. */
async function callersWith(env: Readonly<Record<string, string>>): Promise<readonly object[]> {
  const service = await startService({
    DATABASE_URL: 'memory:',
    INIT_ADMIN_API_TOKENS: KEY,
    TRUST_PROXY: '127.0.0.1',
    ...env,
  });
  onTestFinished(async () => void (await service.end('SIGKILL')));
  for (const key of [KEY, 'another-key-of-16']) {
    const headers = { Authorization: key, 'X-Forwarded-For': '192.0.2.7' };
    await (await fetch(`${service.url}/api/admin/projects`, { headers })).text();
  }
  await service.end('SIGTERM');
  expect(service.stdout()).not.toContain(KEY);
  return service
    .stdout()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ status, address, key }) => ({ status, address, key }));
}

test('the log names callers if it is told to', async () => {
  const address = '192.0.2.7';

  expect(await callersWith({ LOG_CALLERS: 'true' })).toEqual([
    { status: 200, address, key: expect.stringMatching(/^init-[\da-f]+$/) },
    { status: 401, address },
  ]);
});

test('the log names no caller by default', async () => {
  expect(await callersWith({})).toEqual([{ status: 200 }, { status: 401 }]);
});
