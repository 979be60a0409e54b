import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ask, strategyPath } from './http/ask.ts';
import { startService } from './http/running-service.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** `npm start` in its own process group, as a terminal starts it. */
async function npmStart() {
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

it.for<[string, (npm: ChildProcess, group: number) => void]>([
  ['on Ctrl-C, which signals npm and the service', (_npm, group) => process.kill(group, 'SIGINT')],
  ['when only npm gets SIGTERM', (npm) => npm.kill('SIGTERM')],
])('the service of npm start stops once and cleanly %s', async ([, stop]) => {
  const { npm, group, log } = await npmStart();
  const exited = once(npm, 'exit');

  stop(npm, group);

  await exited;
  const messages = [...(await log).matchAll(/"msg":"(\w+)"/g)].map(([, message]) => message);
  expect(messages).toEqual(['listening', 'stopping', 'stopped']);
});

it('a service finds the tracer provider that was registered before it', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const key = 'the key of the traces';
  const sdk = new URL('telemetry/register-tracer.ts', import.meta.url);
  const service = await startService({
    DATABASE_URL: 'memory:',
    INIT_ADMIN_API_TOKENS: key,
    NODE_OPTIONS: `--import ${sdk.href}`,
  });
  onTestFinished(() => void service.process.kill('SIGKILL'));
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };

  await ask(service, { path: strategyPath('default'), key, headers });

  await vi.waitFor(() => expect(service.stderr()).toContain(`findStrategy ${traceId}\n`));
});
