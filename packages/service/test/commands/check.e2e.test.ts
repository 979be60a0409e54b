import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeRequest, record } from '../http/sample-data.ts';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';
import { makePlace } from './place.ts';

let served: ServedApp;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const store = createMemoryStore();
  served = await serve(store, '/flags');
  const scope = { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] } as const;
  env = { FOREWARN_API_KEY: await makeKey(store, 'ci', scope) };
  const updated = { action: 'updateStrategy', payload: { id: 's-1' } };
  await record(store, changeRequest(7, { checkout: [updated] }, { title: 'Retire it' }));
  await record(store, changeRequest(9, { search: [{ action: 'patchVariant', payload: {} }] }));
});

afterAll(async () => {
  await served.stop();
  await served.store.close();
});

describe.concurrent('forewarn check', () => {
  const asking = (...more: readonly string[]): readonly string[] => [
    'check',
    '--url',
    `${served.url}/flags`,
    '--project',
    'shop',
    ...more,
  ];

  test('exits with 0 when nothing is scheduled', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);

    expect(await place.run(asking('--feature', 'basket'), { env })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'forewarn: 0 scheduled change requests touch the feature "basket" in the project "shop"\n',
    });
  });

  test.for([
    ['--feature', 'checkout', '7\tproduction\tRetire it'],
    ['--strategy-id', 's-1', '7\tproduction\tRetire it'],
    ['--variant-for-flag', 'search', '9\tproduction\t'],
  ] as const)(
    'exits with 1 when something is scheduled: %s %s',
    async ([option, name, line], { onTestFinished }) => {
      const place = await makePlace(onTestFinished);

      const { code, stdout } = await place.run(asking('--feature', 'x', option, name), { env });

      expect(code).toBe(1);
      expect(stdout).toBe(`${line}\n`);
    },
  );

  test('writes JSON or annotations, with links to the given Unleash', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const [json, github] = await Promise.all(
      ['--json', '--github'].map((format) =>
        place.run(
          asking('--feature', 'checkout', '--unleash-url', 'https://u.example.com', format),
          { env },
        ),
      ),
    );

    const url = 'https://u.example.com/projects/shop/change-requests/7';
    expect(json?.code).toBe(1);
    expect(JSON.parse(json?.stdout ?? '')).toEqual({
      outcome: 'some',
      changeRequests: [{ id: 7, environment: 'production', title: 'Retire it', url }],
    });
    expect(github).toMatchObject({
      code: 1,
      stdout: `::error title=Scheduled change request #7::Retire it, in production: ${url}\n`,
    });
  });

  test.for([
    ['a wrong key', { FOREWARN_API_KEY: 'wrong' }, [], '; set FOREWARN_API_KEY to a key of'],
    ['a project that the key may not read', {}, ['--project', 'office'], 'You need the permission'],
    ['a wrong base path', {}, ['--url', '/api'], '; check --url and --project'],
    ['no server', {}, ['--url', 'http://127.0.0.1:2'], '; check --url, and that the server runs'],
  ] as const)('exits with 2 for %s', async ([, other, more, says], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const last = more.map((each) => (each === '/api' ? `${served.url}/api` : each));

    const { code, stdout, stderr } = await place.run(asking('--feature', 'basket', ...last), {
      env: { ...env, ...other },
    });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^forewarn: unknown whether anything is scheduled: /);
    expect(stderr).toContain(says);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  test('exits with 2 when its output is closed', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = asking('--feature', 'checkout', '--json');

    expect(await place.run(asked, { env, isOutputClosed: true })).toMatchObject({ code: 2 });
  });

  test.for([
    ['nothing is scheduled', 0, ['--feature', 'basket']],
    ['something is scheduled', 1, ['--feature', 'checkout', '--json']],
    ['no target is given', 2, []],
    ['an option is wrong', 2, ['--nonsense']],
  ] as const)(
    'when %s exits with %d, even if its standard error is closed',
    async ([, code, more], { onTestFinished }) => {
      const place = await makePlace(onTestFinished);

      expect(await place.run(asking(...more), { env, isErrorClosed: true })).toMatchObject({
        code,
      });
    },
  );

  test.for([
    [['--project', 'shop', '--feature', 'a'], "required option '--url <url>' not specified"],
    [['--url', 'https://a.example', '--feature', 'a'], "required option '--project <id>'"],
    [['--url', 'https://a.example', '--project', 'shop'], 'expected --feature, --strategy-id or'],
    [
      ['--url', 'a.example', '--project', 'shop', '--feature', 'a'],
      'forewarn: --url: expected http',
    ],
    [['--url', 'https://a.example', '--project', 'shop', '--feature', ''], 'Expected 1 to'],
    [
      ['--url', 'https://a.example', '--project', 'a', '--feature', 'a', '--unleash-url', 'u'],
      '--unleash-url: expected http(s)://',
    ],
    [
      ['--url', 'https://a.example', '--project', 'a', '--feature', 'a', '--json', '--github'],
      "'--json' cannot be used with option '--github'",
    ],
  ] as const)('%j exits with 2', async ([args, says], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);

    const { code, stdout, stderr } = await place.run(['check', ...args], { env });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });

  test('names the wrong setting and prints no secret', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const [key, url] = await Promise.all([
      place.run(asking('--feature', 'a'), { env: { FOREWARN_API_KEY: 'se cret\n' } }),
      place.run(asking('--feature', 'a', '--url', 'https://me:secret@a.example'), { env }),
    ]);

    expect(key).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/: FOREWARN_API_KEY: exp/),
    });
    expect(url).toMatchObject({ code: 2, stderr: expect.stringMatching(/: --url: expected/) });
    expect(`${key.stderr}${url.stderr}`).not.toMatch(/se ?cret/);
  });

  test('reads its key only from the environment', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = asking('--feature', 'checkout');

    expect(await place.run(asked)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'forewarn: FOREWARN_API_KEY: expected an API key; "forewarn keys create" makes one\n',
    });
    const { code } = await place.run([...asked, '--key', env['FOREWARN_API_KEY'] ?? ''], { env });
    expect(code).toBe(2);
  });
});
