import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));

it('ends once npx has, which passes no signal on', async () => {
  // As npx starts it: in a shell that stays.
  const shell = spawn('sh', ['-c', `"$0" "$1" serve & echo $!; wait`, process.execPath, BIN], {
    env: { DATABASE_URL: 'memory:', PORT: '0', npm_command: 'exec' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let pid = 0;
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  for await (const line of createInterface(shell.stdout)) {
    if (pid === 0) pid = Number(line);
    else if (line.includes('"listening"')) break;
  }
  expect(isRunning(pid)).toBe(true);
  shell.kill('SIGTERM');

  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
