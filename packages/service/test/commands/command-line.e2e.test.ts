import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { makePlace } from './place.ts';

const DONE = { code: 0, stderr: '' };

describe.concurrent('the forewarn command', () => {
  test('prints its version and its commands', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const manifest = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { readonly version: string };
    const [version, help] = await Promise.all([place.start(['--version']), place.run(['--help'])]);

    expect(version).toStrictEqual({ ...DONE, stdout: `${manifest.version}\n` });
    expect(help).toMatchObject(DONE);
    for (const command of ['serve', 'migrate', 'import', 'export', 'keys', 'DATABASE_URL']) {
      expect(help.stdout).toContain(command);
    }
  });

  test.for([
    [['nonsense'], "error: unknown command 'nonsense'"],
    [['export', '--nonsense'], "error: unknown option '--nonsense'"],
    [['export', 'all.json'], "error: too many arguments for 'export'"],
    [['import'], "error: missing required argument 'file'"],
    [['keys', 'nonsense'], "error: unknown command 'nonsense'"],
    [['keys', 'revoke'], "error: missing required argument 'name'"],
  ] as const)('%j exits with 2 and creates no store', async ([args, says], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { code, stdout, stderr } = await place.run(args);

    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(await readdir(place.folder)).toEqual([]);
  });

  test('names the required Node version on an older one', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const older = `import module from 'node:module'; module.registerHooks = undefined;`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(older)}` };

    // 1 would mean that something is scheduled.
    expect(await place.start(['check', '--help'], { env })).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `forewarn: needs Node 22.18 or later, this is ${process.version}\n`,
    });
  });

  test('without a command prints its help and exits with 2', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const { code, stdout, stderr } = await place.run([]);

    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: forewarn /);
  });

  test('exits quietly when its output is closed', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);

    expect(await place.start(['--help'], { isOutputClosed: true })).toStrictEqual({
      code: 1,
      stdout: '',
      stderr: '',
    });
  });
});
