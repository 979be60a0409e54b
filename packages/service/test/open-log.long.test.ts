import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const OPEN_LOG = fileURLToPath(new URL('../src/open-log.ts', import.meta.url));

/** Starts a process that runs a script with a log, on an output. */
function runWithLog(script: string, stdout: 'pipe' | number = 'pipe') {
  const source = `
    import { once } from 'node:events';
    import { stat } from 'node:fs/promises';
    import { setImmediate, setTimeout } from 'node:timers/promises';
    const { openLog } = await import(process.argv[1]);
    const { log, close } = openLog({ logLevel: 'info' });
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, OPEN_LOG], {
    stdio: ['pipe', stdout, 'inherit'],
    // One thread, so that the order is deterministic.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // Not `close`, which waits until the output is read.
  return { child, ended: once(child, 'exit') };
}

const writtenBy = ({ stdout }: ChildProcess): Promise<string> =>
  stdout === null ? Promise.resolve('') : text(stdout);

const numbersIn = (written: string): readonly unknown[] =>
  written
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly no: unknown }).no);

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, no) => no);

// More than a pipe holds, so that lines are written while others are logged.
it('writes many lines in order, the last when it closes', async () => {
  const { child, ended } = runWithLog(`
    for (let no = 0; no < 5_000; no++) {
      log.info({ no });
      if (no % 7 === 0) await setImmediate();
    }
    close();`);
  expect(numbersIn(await writtenBy(child))).toEqual(upTo(5_000));
  expect(await ended).toEqual([0, null]);
});

it('writes a single line soon without closing', async () => {
  const { child, ended } = runWithLog(`
    log.info({ no: 1 });
    process.stdin.resume().once('end', close);`);
  const first = await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data'),
    setTimeout(10_000, undefined, { ref: false }),
  ]);
  expect(numbersIn(String(first))).toEqual([1]);
  child.stdin?.end();
  expect(await ended).toEqual([0, null]);
});

it('writes nothing below its level or after it is closed, and lets the process end', async () => {
  const { child, ended } = runWithLog(`
    log.debug({ no: 1 });
    log.info({ no: 2 });
    const closed = close();
    log.info({ no: 3 });
    await closed;
    log.error({ no: 4 });`);
  expect(numbersIn(await writtenBy(child))).toEqual([2]);
  expect(await ended).toEqual([0, null]);
});

it('buffers at most 16 MiB', async () => {
  const { child, ended } = runWithLog(`
    for (let no = 0; no < 20; no++) log.info({ no, long: 'x'.repeat(1_000_000) });
    close();`);
  expect(numbersIn(await writtenBy(child))).toEqual(upTo(16));
  expect(await ended).toEqual([0, null]);
});

// Each line exceeds a chunk, so its write has failed by the time the folder is read.
const LINES = `
  await once(process.stdin.resume(), 'end');
  for (const no of [1, 2, 3]) {
    log.info({ no, long: 'x'.repeat(10_000) });
    await stat('.');
  }`;

it.each([
  ["can't be written does not end the process", failing, `${LINES} await close();`, 0],
  ["can't be written does not delay a forced exit", failing, `${LINES} process.exit(7);`, 7],
  ['is closed does not end the process', closed, `${LINES} await close();`, 0],
  ['is closed does not delay a forced exit', closed, `${LINES} process.exit(7);`, 7],
  [
    'is not read does not delay a forced exit',
    runWithLog,
    `for (let no = 0; no < 10; no++) log.info({ no, long: 'x'.repeat(1_000_000) });
     process.exit(7);`,
    7,
  ],
])('an output that %s', async (_what, run, script, code) => {
  expect(await run(script).ended).toEqual([code, null]);
});

function failing(script: string) {
  const readOnly = openSync(OPEN_LOG, 'r');
  onTestFinished(() => closeSync(readOnly));
  const started = runWithLog(script, readOnly);
  started.child.stdin?.end();
  return started;
}

function closed(script: string) {
  const started = runWithLog(script);
  started.child.stdout?.destroy();
  started.child.stdin?.end();
  return started;
}
