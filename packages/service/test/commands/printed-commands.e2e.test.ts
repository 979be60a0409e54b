import { beforeAll, describe, expect } from 'vitest';
import { commandsIn } from '../../../cli/test/commands-in.ts';
import { changeRequest, definition, featureUseOf, inDays, record } from '../http/sample-data.ts';
import { serveFor } from '../http/with-stores.ts';
import { test } from './place.ts';

/** What a terminal or a pipeline would run. */
const TEXT =
  '::stop-commands::x ##[set-env name=PATH]x ##vso[task.setvariable]x ##teamcity[message]\u001b[2J\r::stop-commands::x\u202e';
const NAME = `${TEXT}${TEXT}`;
const PROJECT = 'shop';

const served = serveFor();
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { store } = served;
  env = await served.envWith('ci');
  const at = (day: number) => ({ status: 'pending', scheduledAt: inDays(day) }) as const;
  const by = { createdBy: { id: 4, username: TEXT }, environment: TEXT };
  await record(
    store,
    changeRequest(
      1,
      { [NAME]: [{ action: 'archiveFeature' }], checkout: [{ action: `\n${TEXT}` }] },
      { title: TEXT, schedule: at(1), ...by },
    ),
    changeRequest(
      2,
      { [NAME]: [{ action: 'addStrategy', payload: { name: TEXT } }] },
      { title: `a\r${TEXT}`, schedule: at(2), ...by },
    ),
  );
  await store.strategies.register(definition(TEXT), 'ann');
  const used = { isStale: true, lastSeenAt: null, children: [TEXT], parents: [] };
  const features = [{ name: NAME, ...used }];
  await featureUseOf(store).replace({ projectId: PROJECT, asOf: inDays(0), features });
});

describe('no output has a command,', () => {
  test.for([
    ['of a check', ['check', '--all-projects', '--strategy-definition', TEXT]],
    [
      'of a check of features',
      ['check', '--project', PROJECT, '--feature', 'checkout', '--intent', 'archive'],
    ],
    [
      'of a check as Markdown',
      ['check', '--project', PROJECT, '--feature', 'checkout', '--markdown'],
    ],
    ['of a check as JSON', ['check', '--project', PROJECT, '--feature', 'checkout', '--json']],
    ['of a check of an unknown project', ['check', '--project', TEXT, '--feature', 'checkout']],
    ['of a forecast', ['forecast', '--project', PROJECT]],
    ['of a forecast as Markdown', ['forecast', '--project', PROJECT, '--markdown']],
    ['of a forecast as JSON', ['forecast', '--project', PROJECT, '--json']],
    ['of a forecast of an environment', ['forecast', '--environment', TEXT]],
    ['of a clean-up', ['cleanup']],
    ['of a clean-up as Markdown', ['cleanup', '--markdown']],
    ['of a clean-up as JSON', ['cleanup', '--json']],
    ['of a clean-up of an unknown project', ['cleanup', '--project', TEXT]],
    ['before a delete', ['strategies', 'delete', TEXT]],
    ['of a refused delete', ['strategies', 'delete', TEXT, '--yes']],
    ['of a delete of an unknown definition', ['strategies', 'delete', NAME]],
    ['about a project', ['projects', 'live', TEXT]],
    ['about a webhook', ['webhooks', 'test', TEXT]],
    ['about a wrong option', ['check', `--a\n${TEXT}`]],
    ['about a wrong value', ['check', '--intent', `a\n${TEXT}`]],
    ['about a wrong file', ['check', '--project', 'shop', '--targets', `a\n${TEXT}`]],
    ['about a wrong plan of Terraform', ['check', '--terraform', `a\n${TEXT}`]],
    ['about a wrong command', [`a\n${TEXT}`]],
    ['about a wrong URL', ['forecast', '--url', `a\n${TEXT}`]],
  ] as const)('%s', async ([_what, args], { place }) => {
    const { stdout, stderr } = await place.run(args, { env });

    expect(stdout + stderr).toMatch(/\S/);
    expect(commandsIn(`${stdout}\n${stderr}`)).toEqual([]);
  });

  test('of annotations, except their own', async ({ place }) => {
    for (const command of [
      ['check', '--feature', 'checkout'],
      ['check', '--strategy-definition', TEXT, '--fail-on', 'breaks', '--intent', 'delete'],
      ['forecast'],
    ]) {
      const { stdout } = await place.run([...command, '--project', PROJECT, '--github'], { env });
      const lines = stdout.split('\n').filter((line) => line !== '');
      const own = /^::(?:error|notice) title=[^:]*::/;

      expect(lines.filter((line) => !own.test(line))).toEqual([]);
      expect(commandsIn(lines.map((line) => line.replace(own, 'a')).join('\n'))).toEqual([]);
    }
  });

  test('of an import', async ({ place }) => {
    const entries = [
      { kind: 'project', project: { id: TEXT, name: 'x' } },
      { kind: 'scheduled', changeRequest: { [TEXT]: TEXT } },
    ];
    await place.write({ 'a.json': entries });
    const other = await place.run(['import', 'a.json', `no-such\n${TEXT}`]);

    expect(commandsIn(`${other.stdout}\n${other.stderr}`)).toEqual([]);
  });

  test('about an API key', async ({ place }) => {
    const created = await place.run([
      'keys',
      'create',
      TEXT,
      '--permission',
      'NONE',
      '--project',
      TEXT,
    ]);
    const revoked = await place.run(['keys', 'revoke', `a ${TEXT}`]);

    for (const { stdout, stderr } of [created, revoked]) {
      expect(commandsIn(`${stdout}\n${stderr}`)).toEqual([]);
    }
  });
});
