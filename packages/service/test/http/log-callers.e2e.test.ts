import { expect, test } from 'vitest';
import { makeKey } from './served-app.ts';
import { serveHere } from './with-stores.ts';

const ADDRESS = '192.0.2.7';

/** Sends two requests that a proxy passes on: one has a valid key, the other one has not. */
async function askAs({ url }: { readonly url: string }, valid: string): Promise<void> {
  for (const key of [valid, 'another-key-of-16']) {
    const headers = { Authorization: key, 'X-Forwarded-For': ADDRESS };
    await (await fetch(`${url}/api/admin/projects`, { headers })).text();
  }
}

/** What log lines say of the callers. */
const callersIn = (lines: readonly Readonly<Record<string, unknown>>[]): readonly object[] =>
  lines
    .filter(({ msg }) => msg === 'request')
    .map(({ status, address, key }) => ({ status, address, key }));

const NAMED = [
  { status: 200, address: ADDRESS, key: 'ci' },
  { status: 401, address: ADDRESS },
];

test.each([
  ['callers if it is told to', { logCallers: true }, NAMED],
  ['no caller by default', {}, [{ status: 200 }, { status: 401 }]],
])('the log names %s', async (_what, settings, callers) => {
  const served = await serveHere(undefined, { trustProxy: ['127.0.0.1'], ...settings });
  const key = await makeKey(served.store, 'ci');

  await askAs(served, key);

  await expect.poll(() => callersIn(served.lines)).toEqual(callers);
  expect(JSON.stringify(served.lines)).not.toContain(key);
});
