import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeRequest, record } from '../http/sample-data.ts';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';
import { makePlace } from './place.ts';
import { serveUnleash, type UnleashServer } from './unleash-server.ts';

let served: ServedApp;
let unleash: UnleashServer;
let env: Readonly<Record<string, string>>;

const byMaria = { createdBy: { id: 4, username: 'maria' } };

beforeAll(async () => {
  const store = createMemoryStore();
  [served, unleash] = await Promise.all([serve(store, '/flags'), serveUnleash()]);
  const scope = { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] } as const;
  env = { FOREWARN_API_KEY: await makeKey(store, 'ci', scope) };
  const updated = { action: 'updateStrategy', payload: { id: 's-1', segments: [3] } };
  const more = { title: 'Retire it', ...byMaria };
  await record(store, changeRequest(7, { checkout: [updated] }, more));
  await record(store, changeRequest(9, { search: [{ action: 'patchVariant', payload: {} }] }));
});

afterAll(async () => {
  await Promise.all([served.stop(), unleash.stop()]);
  await served.store.close();
});

const IN_SHOP = ['--project', 'shop'];

describe.concurrent('forewarn check', () => {
  const asking = (...more: readonly string[]): readonly string[] => [
    'check',
    '--url',
    `${served.url}/flags`,
    ...more,
  ];

  test('exits with 0 when nothing is scheduled', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);

    expect(await place.run(asking(...IN_SHOP, '--feature', 'basket'), { env })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'forewarn: 0 scheduled change requests touch the feature "basket" in the project "shop"; the data is live\n',
    });
  });

  test('shows why, when, where, whose and how old', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = asking(...IN_SHOP, '--feature', 'checkout', '--intent', 'archive');

    expect(await place.run(asked, { env })).toEqual({
      code: 1,
      stdout: `\
id  environment  when (UTC)        by     title      why
7   production   2027-01-01 00:00  maria  Retire it  updateStrategy of checkout (features[0].changes[0])
                                                     will be suspended until the feature is revived
`,
      stderr:
        'forewarn: 1 scheduled change request touches the feature "checkout" in the project "shop"; the data is live\n',
    });
  });

  test('exits with 1 when something touches one target of several, of any kind', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const targets = ['--strategy-id', 's-1', '--variants', 'search', '--segment', '3'];

    const { code, stdout, stderr } = await place.run(
      asking(...IN_SHOP, '--feature', 'x', '--feature', 'checkout', ...targets),
      { env },
    );

    expect(code).toBe(1);
    const rows = [
      'the feature "checkout" 7 ',
      'the strategy s-1 7 ',
      'the variants of "search" 9 ',
    ];
    for (const row of [...rows, 'the segment 3 7 ']) {
      expect(stdout.replaceAll(/ +/g, ' ')).toContain(row);
    }
    expect(stderr).toContain('5 targets in the project "shop": 4 touched');
  });

  test('exits with 2 when a change may touch a target, and nothing does', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const asked = asking(...IN_SHOP, '--strategy-definition', 'byCountry', '--feature', 'x');

    const { code, stdout } = await place.run(asked, { env });

    expect(code).toBe(2);
    // Its updateStrategy does not name the definition.
    expect(stdout).toMatch(/^the strategy definition "byCountry" +7 .* may touch more /m);
  });

  test('asks about all projects that the key may read', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = asking('--all-projects', '--feature', 'checkout');

    const { code, stdout, stderr } = await place.run(asked, { env });

    expect(code).toBe(1);
    expect(stdout).toMatch(/^shop +7 /m);
    expect(stderr).toContain('touches the feature "checkout" in all projects');
  });

  test('reads targets from a file or the standard input', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const targets = [{ feature: 'basket' }, { segment: 3, intent: 'delete' }];
    await place.write({ 'targets.json': { targets } });
    const input = targets.map((target) => `${JSON.stringify(target)}\n`).join('');

    const [file, lines] = await Promise.all([
      place.run(asking(...IN_SHOP, '--targets', 'targets.json'), { env }),
      place.start(asking(...IN_SHOP, '--targets', '-'), { env, input }),
    ]);

    expect(file).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('will fail when applied'),
    });
    expect(lines).toEqual(file);
  });

  test('splits more than 1,000 targets', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const targets = Array.from({ length: 1_001 }, (_, index) => ({ feature: `f-${index}` }));
    await place.write({ 'targets.json': [...targets, { feature: 'checkout' }] });

    const { code, stderr } = await place.run(asking(...IN_SHOP, '--targets', 'targets.json'), {
      env,
    });

    expect(code).toBe(1);
    expect(stderr).toContain('1002 targets in the project "shop": 1 touched');
  });

  test('writes JSON or annotations, with links to the given Unleash', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const [json, github] = await Promise.all(
      ['--json', '--github'].map((format) =>
        place.run(
          asking(
            ...IN_SHOP,
            '--feature',
            'checkout',
            '--unleash-url',
            'https://u.example.com',
            format,
          ),
          { env },
        ),
      ),
    );

    const url = 'https://u.example.com/projects/shop/change-requests/7';
    expect(json?.code).toBe(1);
    expect(JSON.parse(json?.stdout ?? '')).toEqual({
      outcome: 'some',
      source: 'impact',
      impacts: [
        {
          target: { feature: 'checkout' },
          outcome: 'some',
          count: 1,
          changeRequests: [
            {
              project: 'shop',
              id: 7,
              environment: 'production',
              title: 'Retire it',
              schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' },
              createdBy: 'maria',
              touches: [
                { path: 'features[0].changes[0]', action: 'updateStrategy', feature: 'checkout' },
              ],
              url,
            },
          ],
          doubts: [],
          reasons: [],
        },
      ],
    });
    expect(github).toMatchObject({
      code: 1,
      stdout: `::error title=Scheduled change request #7::Retire it, in production, 2027-01-01 00:00 UTC, by maria, touches the feature "checkout"; updateStrategy of checkout (features[0].changes[0]); the data is live; ${url}\n`,
    });
  });

  describe('against Unleash, which has only the search', () => {
    const ofUnleash = (...more: readonly string[]): readonly string[] => [
      'check',
      '--url',
      unleash.url,
      ...more,
    ];

    test.for([
      [0, ['--feature', 'basket'], 'touch the feature "basket"'],
      [1, ['--feature', 'checkout', '--segment', '3'], '1 touched by scheduled'],
      [2, ['--feature', 'basket', '--strategy-definition', 'a'], '1 unknown, 1 clear'],
    ] as const)('exits with %d for %j, and says so', async ([code, targets, says], context) => {
      const place = await makePlace(context.onTestFinished);

      const ended = await place.run(ofUnleash(...IN_SHOP, ...targets), { env });

      expect(ended.code).toBe(code);
      expect(ended.stderr).toContain('the server has no impact, so its search was asked');
      expect(ended.stderr).toContain(says);
    });

    test.for([
      [['--project', 'office', '--feature', 'a'], 'Not found; check --url and --project'],
      [['--all-projects', '--feature', 'a'], 'Not found; check --url and --project'],
    ] as const)('exits with 2 for %j', async ([asked, says], { onTestFinished }) => {
      const place = await makePlace(onTestFinished);

      const { code, stdout, stderr } = await place.run(ofUnleash(...asked), { env });

      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(says);
      expect(stderr).not.toContain('has no impact');
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

    const { code, stdout, stderr } = await place.run(
      asking(...IN_SHOP, '--feature', 'basket', ...last),
      { env: { ...env, ...other } },
    );

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^forewarn: unknown whether anything is scheduled: /);
    expect(stderr).toContain(says);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  test('exits with 2 for an unknown project, and does not take the server for Unleash', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const admin = { FOREWARN_API_KEY: await makeKey(served.store, 'admin') };

    expect(
      await place.run(asking('--project', 'shpo', '--feature', 'basket'), { env: admin }),
    ).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^forewarn: unknown .*: There is no project "shpo"; check --url and --project .*\n$/,
      ),
    });
  });

  test('exits with 2 when its output is closed', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = asking(...IN_SHOP, '--feature', 'checkout', '--json');

    expect(await place.start(asked, { env, isOutputClosed: true })).toMatchObject({ code: 2 });
  });

  test.for([
    ['nothing is scheduled', 0, ['--feature', 'basket']],
    ['something is scheduled', 1, ['--feature', 'checkout', '--json']],
    ['an option is wrong', 2, ['--nonsense']],
  ] as const)(
    'when %s exits with %d, even if its standard error is closed',
    async ([, code, more], { onTestFinished }) => {
      const place = await makePlace(onTestFinished);

      expect(
        await place.start(asking(...IN_SHOP, ...more), { env, isErrorClosed: true }),
      ).toMatchObject({ code });
    },
  );
});
