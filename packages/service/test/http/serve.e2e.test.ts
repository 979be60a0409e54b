import { describe, it, type TestContext } from 'vitest';
import type { Store } from '@forewarn/core';
import { openStore } from '../../src/open-store.ts';
import { makePlace } from '../commands/place.ts';
import { ask, searchPath } from './ask.ts';
import { inSqlite } from './open-stores.ts';
import { startService } from './running-service.ts';

const FIRST_KEY = /fw_[\w-]{43}/g;
const ONE = 'the first of the secrets';
const TWO = 'the second of the secrets';
/** Lets a process take its standard error for a terminal. */
const TERMINAL = { NODE_OPTIONS: '--import data:text/javascript,process.stderr.isTTY=true' };

async function sqliteOf({ onTestFinished }: TestContext): Promise<{ url: string; path: string }> {
  const location = await inSqlite();
  onTestFinished(() => location.remove());
  return { url: location.url, path: location.url.replace('sqlite:', '') };
}

const openSqlite = async (path: string): Promise<Store> =>
  (await openStore({ kind: 'sqlite', path }))._unsafeUnwrap();

// Each test starts processes.
describe.concurrent('forewarn serve', { timeout: 60_000 }, () => {
  it('makes and prints no key where its output is collected, and says how to make one', async (test) => {
    const { expect } = test;
    const { url, path } = await sqliteOf(test);

    const service = await startService({ DATABASE_URL: url });

    expect(service.stderr()).toMatch(
      /^forewarn: the store has no keys, and .* only to a terminal: .*keys create NAME --admin.*INIT_ADMIN_API_TOKENS$/m,
    );
    expect(service.stderr() + service.stdout()).not.toMatch(FIRST_KEY);
    await service.end('SIGTERM');
    const store = await openSqlite(path);
    expect((await store.apiKeys.list())._unsafeUnwrap()).toEqual([]);
    await store.close();
  });

  it('prints an admin key to a terminal, once, on an empty store; the key works', async (test) => {
    const { expect } = test;
    const { url } = await sqliteOf(test);
    const first = await startService({ DATABASE_URL: url, ...TERMINAL });
    const [key = ''] = first.stderr().match(FIRST_KEY) ?? [];
    expect((await ask(first, { path: searchPath('nope'), key })).status).toBe(404);
    expect(await first.end('SIGTERM')).toEqual({ code: 0 });

    const second = await startService({ DATABASE_URL: url, ...TERMINAL });
    expect(second.stderr()).not.toMatch(FIRST_KEY);
    expect((await ask(second, { path: searchPath('nope'), key })).status).toBe(404);
    await second.end('SIGTERM');
  });

  it('creates only the keys of INIT_ADMIN_API_TOKENS, loads no sample, and prints one line', async (test) => {
    const { expect } = test;
    const { url } = await sqliteOf(test);
    const service = await startService({
      DATABASE_URL: url,
      INIT_ADMIN_API_TOKENS: `${ONE}, ${TWO}`,
    });
    expect(service.stderr()).toBe(
      `forewarn: open ${service.url}/ to see what is scheduled, ${service.url}/docs to try the API; "forewarn keys create --help" explains how to make a key\n`,
    );
    for (const key of [ONE, TWO]) {
      expect((await ask(service, { path: searchPath('nope'), key })).status).toBe(404);
    }
    expect((await ask(service, { path: searchPath('nope'), key: 'three' })).status).toBe(401);
    const sampleKey = 'forewarn-sample-key';
    expect((await ask(service, { path: searchPath('shop'), key: sampleKey })).status).toBe(401);
    await service.end('SIGTERM');
  });

  it('--sample refuses UNLEASH_URL', async (test) => {
    const { expect } = test;
    const place = await makePlace(test.onTestFinished);
    const env = { UNLEASH_URL: 'https://unleash.example.com', UNLEASH_API_KEY: 'key' };

    expect(await place.run(['serve', '--sample'], { env })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'forewarn: UNLEASH_URL: expected no value with --sample: leave out one of the two\n',
    });
  });

  it('--sample loads the sample only into an empty store, and reports if it did not', async (test) => {
    const { expect } = test;
    const { url, path } = await sqliteOf(test);
    const search = { path: searchPath('shop', 'feature=new-checkout'), key: 'forewarn-sample-key' };
    const service = await startService({ DATABASE_URL: url }, ['--sample']);
    expect(service.stderr()).toContain('serving the sample, whose key is forewarn-sample-key');
    expect((await ask(service, search)).json).toHaveLength(2);
    await service.end('SIGTERM');

    const store = await openSqlite(path);
    (await store.projects.register({ id: 'mine', name: 'Mine' }, 'ann'))._unsafeUnwrap();
    await store.close();
    const again = await startService({ DATABASE_URL: url }, ['--sample']);
    expect(again.stderr()).toMatch(
      /^forewarn: the sample was not loaded, and forewarn-sample-key does not work: .*keys create/m,
    );
    expect(again.stderr()).not.toContain('whose key is');
    expect((await ask(again, search)).status).toBe(401);
    await again.end('SIGTERM');
  });
});
