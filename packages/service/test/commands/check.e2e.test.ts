import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { inMemory } from '../http/open-stores.ts';
import { changeRequest, importInto, record } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';
import { shopPlan } from '../../../cli/test/terraform/plans.ts';
import { test } from './place.ts';
import { serveUnleash, type UnleashServer } from './unleash-server.ts';

const served = serveFor(inMemory, '/flags');
let unleash: UnleashServer;
let env: Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;
const NAMED_AT = '2026-11-21T10:42:07.000Z';

beforeAll(async () => {
  const { store } = served;
  unleash = await serveUnleash();
  const projects = ['shop', 'partly', 'yesterday', 'named'];
  env = await served.envWith('ci', { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects });
  const updated = { action: 'updateStrategy', payload: { id: 's-1', segments: [3] } };
  const more = { title: 'Retire it', createdBy: { id: 4, username: 'maria' } };
  await record(store, changeRequest(7, { checkout: [updated] }, more));
  await record(store, changeRequest(9, { search: [{ action: 'patchVariant', payload: {} }] }));
  await store.projects.register({ id: 'named', name: 'Named' }, 'ann');
  await store.projects.declareLive('named', 'ann');
  const feature = ['checkout', 'new-checkout', 'basket'];
  await store.names?.replace({ projectId: 'named', asOf: NAMED_AT, lists: { feature } });
  const asOf = new Date(Date.now() - DAY_MS).toISOString();
  const complete = { kind: 'complete', projectId: 'yesterday', asOf, source: 'import' } as const;
  const banner = changeRequest(
    5,
    { banner: [{ action: 'archiveFeature' }] },
    { project: 'partly' },
  );
  const partly = { kind: 'project', project: { id: 'partly', name: 'Partly' } } as const;
  await importInto(store, complete, partly, { kind: 'scheduled', changeRequest: banner });
});

afterAll(() => unleash.stop());

/** The arguments of the command, as typed after `forewarn check --url …`. */
const asking = (typed: string, url = `${served.url}/flags`) => [
  'check',
  '--url',
  url,
  ...typed.split(' '),
];

describe('forewarn check', () => {
  test('exits with 0 when nothing is scheduled', async ({ place }) => {
    expect(await place.run(asking('--project shop --feature basket'), { env })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'forewarn: 0 scheduled change requests touch the feature "basket" in the project "shop"; whether it exists is not known; the data is live\n',
    });
  });

  test('exits with 2 for a misspelt name, and asks which was meant', async ({ place }) => {
    expect(await place.run(asking('--project named --feature chekout'), { env })).toEqual({
      code: 2,
      stdout: `why
unknown: nothing had this name at 2026-11-21 10:42 UTC; did you mean "checkout"?
`,
      stderr:
        'forewarn: unknown whether anything scheduled touches the feature "chekout" in the project "named": nothing had this name at 2026-11-21 10:42 UTC; did you mean "checkout"?; the data is live\n',
    });
  });

  test.for([
    [2, 'shop', ['--known-names']],
    [0, 'named', ['--known-names']],
  ] as const)(
    'exits with %i for a name of the project %s, with %j',
    async ([code, project, more], { place }) => {
      const asked = [...asking(`--project ${project} --feature basket`), ...more];

      expect(await place.run(asked, { env })).toMatchObject({ code });
    },
  );

  test.for([
    ['right', 0],
    ['a day behind', 86_400_000],
  ] as const)(
    'exits with 2 for a project whose data is too old, by a clock that is %s',
    async ([, ms], { place, onTestFinished }) => {
      onTestFinished(() => void vi.useRealTimers());
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ms });
      const asked = asking('--project yesterday --feature a --max-age 1h');

      expect(await place.run(asked, { env })).toMatchObject({
        code: 2,
        stdout: expect.stringContaining('unknown: the data is too old'),
      });
    },
  );

  test.for([
    [
      0,
      'what is scheduled goes ahead',
      'shop --variants search --intent update --in-environment none',
      'whether the target and its environment exist is not known',
    ],
    [1, 'something would break', 'shop --feature checkout --intent archive', 'something would'],
    [2, 'not all is known', 'partly --feature banner --intent archive', 'is unknown'],
    [2, 'there is no intent', 'shop --feature basket', 'expected --intent'],
  ] as const)(
    'exits with %i for --fail-on breaks if %s',
    async ([code, , typed, says], { place }) => {
      const ended = await place.run(asking(`--fail-on breaks --project ${typed}`), { env });

      expect(ended.stderr).toContain(says);
      expect(ended.code).toBe(code);
    },
  );

  test('asks about what a Terraform plan removes', async ({ place }) => {
    await place.write({ 'plan.json': shopPlan() });
    const ended = await place.run(asking('--terraform plan.json'), { env });

    expect(ended.stdout).toMatch(/the feature "checkout" \(module\.flags.* Retire it/);
    expect(ended.stdout).toMatch(/^unleash_segment\.beta .*no rule says what the plan does/m);
    expect(ended.stderr).toMatch(
      /^forewarn: 17 targets in all projects: 2 touched by scheduled change requests, 8 unknown, 7 clear/,
    );
    expect(ended.code).toBe(1);
  });

  test.for([
    [
      'an unknown project',
      'shpo',
      undefined,
      'those that you may read; check --url and --project ',
    ],
    ['no server', 'shop', 'http://127.0.0.1:2', '; check --url, and that the server runs'],
  ] as const)('exits with 2 for %s', async ([, project, url, says], { place }) => {
    const asked = asking(`--project ${project} --feature basket`, url);
    const { code, stdout, stderr } = await place.run(asked, {
      env: { FOREWARN_API_KEY: 'secret of admin' },
    });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^forewarn: unknown whether anything is scheduled: .*\n$/);
    expect(stderr).toContain(says);
  });

  const NO_KEY = 'FOREWARN_API_KEY: expected an API key; "forewarn keys create" makes one\n';
  test.for([
    ['no file of targets', '--targets none.json', {}, '--targets none.json: there is no such file'],
    ['no key', '--feature a', { FOREWARN_API_KEY: '' }, NO_KEY],
    ['a key as an option', '--feature a --key a-key', {}, "unknown option '--key'"],
    ['a broken key', '--feature a', { FOREWARN_API_KEY: 'se\ncret' }, ': FOREWARN_API_KEY: exp'],
    ['a password', '--feature a', {}, ': --url: expected', 'https://me:secret@a.example'],
    [
      'a wrong limit',
      '--feature a',
      { MAX_RESPONSE_BYTES: '32MB' },
      'MAX_RESPONSE_BYTES is NaN: exp',
    ],
  ] as const)(
    'exits with 2 for %s, and prints no secret',
    async ([, typed, other, says, url], { place }) => {
      const asked = asking(`--project shop ${typed}`, url ?? 'http://127.0.0.1:2');

      const { code, stdout, stderr } = await place.run(asked, {
        env: { FOREWARN_API_KEY: 'a-key', ...other },
      });

      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(says);
      expect(stderr).not.toMatch(/se\s?cret/);
    },
  );

  test.for([
    '--targets none.json --junit a.xml',
    '--junit a.xml --feture a',
    '--age 1 --junit=a.xml',
  ])('leaves no earlier report in the file for another one: %s', async (typed, { place }) => {
    await place.write({ 'a.xml': '<testsuites tests="1" failures="0"/>' });

    const asked = asking(`--project shop ${typed}`);
    expect(await place.run(asked, { env })).toMatchObject({ code: 2 });
    expect(await readFile(join(place.folder, 'a.xml'), 'utf8')).toBe('');
    expect(await readdir(place.folder)).toEqual(['a.xml']);
  });

  test('reads settings, keys and targets without what surrounds them', async ({ place }) => {
    await place.write({ key: `\ufeff${env['FOREWARN_API_KEY']}\r\n` });
    const file = join(place.folder, 'targets.json');
    await writeFile(file, Buffer.from('\ufeff[{"feature":"basket"}]\r\n', 'utf16le'));
    const surrounded = {
      FOREWARN_URL: `\ufeff${served.url}/flags\r\n`,
      FOREWARN_API_KEY_FILE: join(place.folder, 'key\n'),
      MAX_RESPONSE_BYTES: '1000000\n',
    };
    const args = ['check', '--project', 'shop', '--targets', `${file}\r`];

    expect(await place.run(args, { env: surrounded })).toMatchObject({ code: 0, stdout: '' });
  });

  test('names the variable that a misspelt one was meant to be', async ({ place }) => {
    const wrong = { FOREWARN_ULR: 'https://a.example' };
    const ended = await place.run(['check', '--project', 'shop', '--feature', 'a'], { env: wrong });

    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'forewarn: FOREWARN_ULR: expected the name FOREWARN_URL',
      ) as string,
    });
  });

  // An error that nothing handles would exit with 1.
  test.for([
    ['its output is closed', '--feature checkout --json', 2, { isOutputClosed: true }],
    ['its standard error is closed, all-clear', '--feature basket', 0, { isErrorClosed: true }],
  ] as const)('when %s: %s exits with %d', async ([, typed, code, closed], { place }) => {
    const ended = await place.start(asking(`--project shop ${typed}`), { env, ...closed });

    expect(ended).toMatchObject({ code });
  });
});

test('forewarn check says that Unleash has only the search', async ({ place }) => {
  const typed = '--project shop --feature checkout --segment 3';
  const ended = await place.run(asking(typed, unleash.url), { env });

  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('the server has no impact, so its search was asked');
  expect(ended.stderr).toContain('1 touched by scheduled');
});
