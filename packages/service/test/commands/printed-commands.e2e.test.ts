import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { commandsIn } from '../../../cli/test/commands-in.ts';
import { changeRequest, definition, inDays, record } from '../http/sample-data.ts';
import { makeKey, serve, type ServedApp } from '../http/served-app.ts';
import { test } from './place.ts';

/** What a terminal or a pipeline would run. */
const COMMANDS = [
  '::stop-commands::x ##[set-env name=PATH]x ##vso[task.setvariable]x ##teamcity[message]\u001b[2J\r::stop-commands::x\u202e',
] as const;

let served: ServedApp;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryCleanup, memoryOperate]);
  served = await serve(store);
  env = { FOREWARN_API_KEY: await makeKey(store, 'ci'), FOREWARN_URL: served.url };
  const at = (day: number) => ({ status: 'pending', scheduledAt: inDays(day) }) as const;
  for (const [index, text] of COMMANDS.entries()) {
    const by = { createdBy: { id: 4, username: text } };
    const name = `${text}${text}`;
    const project = `project-${index}`;
    await record(
      store,
      changeRequest(
        2 * index + 1,
        { [name]: [{ action: 'archiveFeature' }], checkout: [{ action: `\n${text}` }] },
        { title: text, project, environment: text, schedule: at(1), ...by },
      ),
      changeRequest(
        2 * index + 2,
        { [name]: [{ action: 'addStrategy', payload: { name: text } }] },
        { title: `a\r${text}`, project, environment: text, schedule: at(2), ...by },
      ),
    );
    await store.strategies.register(definition(text), 'ann');
    const features = [{ name, isStale: true, lastSeenAt: null, children: [text], parents: [] }];
    await store.featureUse.replace({ projectId: project, asOf: inDays(0), features });
  }
});

afterAll(async () => {
  await served.stop();
  await served.store.close();
});

describe.for(COMMANDS.map((text, index) => [text, `project-${index}`] as const))(
  'no output has the command %j,',
  ([text, project]) => {
    const name = `${text}${text}`;

    test.for([
      ['of a check', ['check', '--all-projects', '--strategy-definition', text]],
      [
        'of a check of features',
        ['check', '--project', project, '--feature', 'checkout', '--intent', 'archive'],
      ],
      [
        'of a check as Markdown',
        ['check', '--project', project, '--feature', 'checkout', '--markdown'],
      ],
      ['of a check as JSON', ['check', '--project', project, '--feature', 'checkout', '--json']],
      ['of a check of an unknown project', ['check', '--project', text, '--feature', 'checkout']],
      ['of a forecast', ['forecast', '--project', project]],
      ['of a forecast as Markdown', ['forecast', '--project', project, '--markdown']],
      ['of a forecast as JSON', ['forecast', '--project', project, '--json']],
      ['of a forecast of an environment', ['forecast', '--environment', text]],
      ['of a clean-up', ['cleanup']],
      ['of a clean-up as Markdown', ['cleanup', '--markdown']],
      ['of a clean-up as JSON', ['cleanup', '--json']],
      ['of a clean-up of an unknown project', ['cleanup', '--project', text]],
      ['before a delete', ['strategies', 'delete', text]],
      ['of a refused delete', ['strategies', 'delete', text, '--yes']],
      ['of a delete of an unknown definition', ['strategies', 'delete', name]],
      ['about a project', ['projects', 'live', text]],
      ['about a webhook', ['webhooks', 'test', text]],
      ['about a wrong option', ['check', `--a\n${text}`]],
      ['about a wrong value', ['check', '--intent', `a\n${text}`]],
      ['about a wrong file', ['check', '--project', 'shop', '--targets', `a\n${text}`]],
      ['about a wrong plan of Terraform', ['check', '--terraform', `a\n${text}`]],
      ['about a wrong command', [`a\n${text}`]],
      ['about a wrong URL', ['forecast', '--url', `a\n${text}`]],
    ] as const)('%s', async ([_what, args], { place }) => {
      const { stdout, stderr } = await place.run(args, { env });

      expect(stdout + stderr).toMatch(/\S/);
      expect(commandsIn(`${stdout}\n${stderr}`)).toEqual([]);
    });

    test('of annotations, except their own', async ({ place }) => {
      for (const command of [
        ['check', '--feature', 'checkout'],
        ['check', '--strategy-definition', text, '--fail-on', 'breaks', '--intent', 'delete'],
        ['forecast'],
      ]) {
        const { stdout } = await place.run([...command, '--project', project, '--github'], { env });
        const lines = stdout.split('\n').filter((line) => line !== '');
        const own = /^::(?:error|notice) title=[^:]*::/;

        expect(lines.filter((line) => !own.test(line))).toEqual([]);
        expect(commandsIn(lines.map((line) => line.replace(own, 'a')).join('\n'))).toEqual([]);
      }
    });

    test('of an import', async ({ place }) => {
      const entries = [
        { kind: 'project', project: { id: text, name: 'x' } },
        { kind: 'scheduled', changeRequest: { [text]: text } },
      ];
      await place.write({ 'a.json': entries });
      const other = await place.run(['import', 'a.json', `no-such\n${text}`]);

      expect(commandsIn(`${other.stdout}\n${other.stderr}`)).toEqual([]);
    });

    test('about an API key', async ({ place }) => {
      const created = await place.run([
        'keys',
        'create',
        text,
        '--permission',
        'NONE',
        '--project',
        text,
      ]);
      const revoked = await place.run(['keys', 'revoke', `a ${text}`]);

      for (const { stdout, stderr } of [created, revoked]) {
        expect(commandsIn(`${stdout}\n${stderr}`)).toEqual([]);
      }
    });
  },
);
