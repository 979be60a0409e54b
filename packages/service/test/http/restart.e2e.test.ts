import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));
/** Prints what a program gives to the one that replaces it, as not every version of Node gives the environment by itself. */
const SAYS_GIVEN = `data:text/javascript,${encodeURIComponent(
  'process.execve = (...given) => { console.log(JSON.stringify(given)); process.exit(); }',
)}`;

it('gives its arguments and its environment to the process that replaces it', () => {
  const env = { DATABASE_URL: 'memory:', PORT: '0' };
  const args = ['--import', SAYS_GIVEN, BIN, 'serve', '--sample'];

  const said = execFileSync(process.execPath, args, { env, encoding: 'utf8' });

  const [path, given, environment] = JSON.parse(said) as [string, readonly string[], object];
  expect(path).toBe(process.execPath);
  expect(given.slice(-5)).toEqual(args);
  expect(environment).toMatchObject(env);
});
