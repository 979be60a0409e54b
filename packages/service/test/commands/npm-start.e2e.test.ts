import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, test, type TestContext } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** `npm start` in its own process group, as a terminal starts it. */
async function npmStart({ onTestFinished }: TestContext) {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], DATABASE_URL: 'memory:', PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const group = -(npm.pid ?? 0);
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  });
  // It ends with the last process that can write to it: the service.
  const log = text(npm.stdout);
  await new Promise<void>((resolve) => {
    npm.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('"listening"')) resolve();
    });
  });
  return { npm, group, log };
}

const messagesIn = (log: string): readonly string[] =>
  [...log.matchAll(/"msg":"(?<message>\w+)"/g)].map(({ groups }) => groups?.['message'] ?? '');

describe.concurrent(
  'the service that npm start runs stops once and cleanly',
  { timeout: 30_000 },
  () => {
    test.for<[string, (npm: ChildProcess, group: number) => void]>([
      [
        'on Ctrl-C, which signals npm and the service',
        (_npm, group) => process.kill(group, 'SIGINT'),
      ],
      ['when only npm gets SIGTERM', (npm) => npm.kill('SIGTERM')],
    ])('%s', async ([, stop], context) => {
      const { expect } = context;
      const { npm, group, log } = await npmStart(context);
      const exited = once(npm, 'exit');

      stop(npm, group);

      await exited;
      expect(messagesIn(await log)).toEqual(['listening', 'stopping', 'stopped']);
    });
  },
);
