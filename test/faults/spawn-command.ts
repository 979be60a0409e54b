import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ENDS_WITH_PARENT } from '../../packages/service/test/http/running-service.ts';
import { notLeftBehind } from './left-behind.ts';

const BIN = fileURLToPath(new URL('../../packages/service/bin/forewarn.js', import.meta.url));

/** Starts `forewarn` in a process that is not left behind. */
export function spawnCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const child = spawn(process.execPath, ['--import', ENDS_WITH_PARENT, BIN, ...args], { env });
  child.once(
    'exit',
    notLeftBehind(() => child.kill('SIGKILL')),
  );
  // It may end before it has read all of its input.
  child.stdin.on('error', () => {});
  return child;
}
