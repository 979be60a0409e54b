import { expect, it, onTestFinished } from 'vitest';
import { makePlace } from '../../packages/service/test/commands/place.ts';
import { runCommand } from '../../packages/service/test/run-command.ts';
import { changeRequest } from '../../packages/store-postgres/test/open-database.ts';
import { createCitusDatabase, ownDatabase, query } from './citus-database.ts';

const PROJECTS = ['home', 'office', 'shop'];
const DISTRIBUTED =
  'projects change_requests touches doubts strategies events known_name_lists known_names forewarn_missing_names forewarn_feature_use forewarn_alert_marks forewarn_api_keys forewarn_sessions'.split(
    ' ',
  );
const SETTINGS = {
  tcp_keepalives_idle: '3',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '6s',
  idle_in_transaction_session_timeout: '10min',
};

it('migrates, distributes what is stored once, and migrates again', async () => {
  const database = await ownDatabase(createCitusDatabase);
  const { folder } = await makePlace(onTestFinished);
  const set = (url: string, setting: string, value: string) =>
    query(
      url,
      'set citus.enable_ddl_propagation = off',
      `alter database ${database.name} set ${setting} = '${value}'`,
    );
  for (const url of [database.url, ...database.workers]) {
    for (const [setting, value] of Object.entries(SETTINGS)) await set(url, setting, value);
  }
  const env = { DATABASE_URL: database.url };
  const forewarn = (...args: readonly string[]) => runCommand(args, { folder, env });
  const load = (state: object) =>
    runCommand(['import', '-'], { folder, env, input: JSON.stringify(state) });
  expect((await forewarn('migrate')).code).toBe(0);
  const changeRequests = PROJECTS.flatMap((project) =>
    [1, 2].map((id) => ({ ...changeRequest(id, 'one', ['checkout']), project })),
  );
  await load({ changeRequests, strategies: [{ name: 'byCountry' }] });
  const before = await forewarn('export');

  expect(await forewarn('migrate', '--distribute')).toEqual({
    code: 0,
    stdout: [...DISTRIBUTED.map((name) => `distributed ${name}`), 'Done.', ''].join('\n'),
    stderr: '',
  });
  const nothing = { code: 0, stdout: 'Nothing to do.\n', stderr: '' };
  expect(await forewarn('migrate', '--distribute')).toEqual(nothing);
  expect(await forewarn('migrate')).toEqual(nothing);
  expect(await forewarn('export')).toEqual(before);
  expect((await load({ changeRequests })).stdout).toContain('0 created, 0 replaced, 6 unchanged');

  const [worker = ''] = database.workers;
  await set(worker, 'tcp_keepalives_idle', '7200');
  expect(await forewarn('migrate', '--distribute')).toEqual({
    ...nothing,
    stderr: `forewarn: warning: ${new URL(worker).host}: tcp_keepalives_idle is 7200; set it to at most 30 and not 0, or locks outlive a network loss\n`,
  });
});
