import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const STARTED = new URL('running-service.ts', import.meta.url).href;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a service of a test that ended without stopping it ends, too', async () => {
  const script = `
    import { startService } from '${STARTED}';
    const { process: service } = await startService({ DATABASE_URL: 'memory:' });
    console.log(service.pid);
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
  ]);
  const pid = Number(stdout);
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });

  await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
});
