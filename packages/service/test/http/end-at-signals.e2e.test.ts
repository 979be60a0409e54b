import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ENDS_WITH_PARENT } from './running-service.ts';

const BIN = fileURLToPath(new URL('../../bin/forewarn.js', import.meta.url));
/** Makes a program believe that it is process 1 of a container, whose signals do nothing by default. */
const FIRST = 'data:text/javascript,Object.defineProperty(process, "pid", { value: 1 })';

test.for([
  ['serve', 'SIGTERM', 143],
  ['migrate', 'SIGINT', 130],
] as const)(
  'process 1 that waits for its store to %s ends at %s',
  async ([command, signal, code]) => {
    const silent = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    const connected = once(silent, 'connection');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const env = { DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/flags`, PORT: '0' };
    const imports = ['--import', ENDS_WITH_PARENT, '--import', FIRST];
    const child = spawn(process.execPath, [...imports, BIN, command], { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');

    await connected;
    child.kill(signal);

    expect(await ended).toEqual([code, null]);
  },
);
