import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFakeUnleash } from '../../../unleash/test/fake-unleash.ts';
import { openStore } from '../../src/open-store.ts';
import { keyedStore } from '../../src/operate/keyed-store.ts';
import { runInProcess } from '../run-in-process.ts';
import { ask, searchPath } from './ask.ts';
import { inSqlite } from './open-stores.ts';
import { startService } from './running-service.ts';

const FIRST_KEY = /fw_[\w-]{43}/g;
const ONE = 'the first of the secrets';
const TWO = 'the second of the secrets';
const SAMPLE_KEY = 'forewarn-sample-key';

async function sqlite(): Promise<{ url: string; path: string }> {
  const location = await inSqlite();
  onTestFinished(() => location.remove());
  return { url: location.url, path: location.url.replace('sqlite:', '') };
}

const openSqlite = async (path: string) =>
  keyedStore((await openStore({ kind: 'sqlite', path }))._unsafeUnwrap());

/** Runs `forewarn serve` in this process, works with it, and stops it. Returns what it printed. */
async function serving(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  work: (service: { readonly url: string; readonly printed: string }) => Promise<void>,
): Promise<string> {
  const isOpen = Promise.withResolvers<string>();
  let printed = '';
  const onPrinted = (text: string): void => {
    printed += text;
    const [, opened] = /^forewarn: open (\S+)\/ to see/m.exec(printed) ?? [];
    if (opened !== undefined) isOpen.resolve(opened);
  };
  const settings = { PORT: '0', LOG_LEVEL: 'silent', ...env };
  const ended = runInProcess(['serve', ...args], { folder: '.', env: settings, onPrinted });
  const url = await isOpen.promise;
  try {
    await work({ url, printed });
  } finally {
    // The timer of a forced exit would outlive the command.
    const timers = vi.spyOn(globalThis, 'setTimeout');
    process.emit('SIGTERM');
    await ended;
    for (const { value } of timers.mock.results) clearTimeout(value as NodeJS.Timeout);
    timers.mockRestore();
  }
  const { code, stderr } = await ended;
  expect(code).toBe(0);
  return stderr;
}

const statusOf = async (
  service: { readonly url: string },
  key: string,
  path = searchPath('nope'),
) => (await ask(service, { path, key })).status;

describe('forewarn serve', () => {
  it('makes and prints no key where its output is collected, and says how to make one', async () => {
    const { url, path } = await sqlite();

    const service = await startService({ DATABASE_URL: url });

    expect(service.stderr()).toMatch(
      /^forewarn: the store has no keys, and .* only to a terminal: .*keys create NAME --admin.*INIT_ADMIN_API_TOKENS$/m,
    );
    expect(service.stderr() + service.stdout()).not.toMatch(FIRST_KEY);
    expect(await service.end('SIGTERM')).toEqual({ code: 0 });
    const store = await openSqlite(path);
    expect((await store.apiKeys.list())._unsafeUnwrap()).toEqual([]);
    await store.close();
  });

  it('prints an admin key to a terminal, once, on an empty store; the key works', async () => {
    const { url } = await sqlite();
    const { isTTY } = process.stderr;
    onTestFinished(() => void (process.stderr.isTTY = isTTY));
    process.stderr.isTTY = true;
    let key = '';

    await serving([], { DATABASE_URL: url }, async (service) => {
      [key = ''] = service.printed.match(FIRST_KEY) ?? [];
      expect(service.printed).toContain(`made the key "admin", which may do everything: ${key} `);
      expect(await statusOf(service, key)).toBe(404);
    });
    const again = await serving([], { DATABASE_URL: url }, async (service) => {
      expect(await statusOf(service, key)).toBe(404);
    });
    expect(again).not.toMatch(FIRST_KEY);
  });

  it('creates only the keys of INIT_ADMIN_API_TOKENS, loads no sample, and prints one line', async () => {
    const env = { DATABASE_URL: 'memory:', INIT_ADMIN_API_TOKENS: `${ONE}, ${TWO}` };

    await serving([], env, async (service) => {
      const { url, printed } = service;
      expect(printed).toBe(
        `forewarn: open ${url}/ to see what is scheduled, ${url}/docs to try the API; "forewarn keys create --help" explains how to make a key\n`,
      );
      for (const key of [ONE, TWO]) expect(await statusOf(service, key)).toBe(404);
      expect(await statusOf(service, 'three')).toBe(401);
      expect(await statusOf(service, SAMPLE_KEY, searchPath('shop'))).toBe(401);
    });
  });

  it('follows the Unleash of UNLEASH_URL', async () => {
    const unleash = await startFakeUnleash();
    onTestFinished(() => unleash.close());
    const following = { UNLEASH_URL: unleash.url, UNLEASH_API_KEY: unleash.key };
    const env = { DATABASE_URL: 'memory:', INIT_ADMIN_API_TOKENS: ONE, ...following };

    await serving([], env, async (service) => {
      await expect.poll(() => statusOf(service, ONE, searchPath('shop'))).toBe(200);
    });
  });

  it('--sample refuses UNLEASH_URL', async () => {
    const env = { UNLEASH_URL: 'https://unleash.example.com', UNLEASH_API_KEY: 'key' };

    expect(await runInProcess(['serve', '--sample'], { folder: '.', env })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'forewarn: UNLEASH_URL: expected no value with --sample: leave out one of the two\n',
    });
  });

  it('--sample loads the sample only into an empty store, and reports if it did not', async () => {
    const { url, path } = await sqlite();
    const search = { path: searchPath('shop', 'feature=new-checkout'), key: SAMPLE_KEY };
    await serving(['--sample'], { DATABASE_URL: url }, async (service) => {
      expect(service.printed).toContain(`serving the sample, whose key is ${SAMPLE_KEY}, until`);
      expect(service.printed).not.toContain('the store has no keys');
      expect((await ask(service, search)).json).toHaveLength(2);
    });

    const store = await openSqlite(path);
    (await store.projects.register({ id: 'mine', name: 'Mine' }, 'ann'))._unsafeUnwrap();
    await store.close();
    await serving(['--sample'], { DATABASE_URL: url }, async (service) => {
      expect(service.printed).toMatch(
        /^forewarn: the sample was not loaded, and forewarn-sample-key does not work: .*keys create/m,
      );
      expect(service.printed).not.toContain('whose key is');
      expect((await ask(service, search)).status).toBe(401);
    });
  });

  it('--sample serves other machines without the key of the sample', async () => {
    const env = { DATABASE_URL: 'memory:', HOST: '0.0.0.0' };

    await serving(['--sample'], env, async (service) => {
      expect(service.printed).toMatch(/^forewarn: forewarn-sample-key works only if HOST is a /m);
      expect(await statusOf(service, SAMPLE_KEY, searchPath('shop'))).toBe(401);
    });
  });
});
