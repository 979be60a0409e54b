import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const OPEN_LOG = fileURLToPath(new URL('../src/open-log.ts', import.meta.url));

/** The arguments of Node that run a script with a log. */
function argumentsFor(script: string): string[] {
  const source = `
    import { once } from 'node:events';
    import { stat } from 'node:fs/promises';
    import { setImmediate, setTimeout } from 'node:timers/promises';
    const { openLog } = await import(process.argv[1]);
    const { log, close } = openLog({ logLevel: 'info' });
    ${script}`;
  return ['--input-type=module', '-e', source, OPEN_LOG];
}

// One thread, so that the order is deterministic.
const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };

/** A process that runs a script with a log. */
function runWithLog(script: string) {
  const child = spawn(process.execPath, argumentsFor(script), {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  return { child, ended: endOf(child) };
}

function endOf(child: ChildProcess): Promise<readonly unknown[]> {
  onTestFinished(() => void child.kill('SIGKILL'));
  // Not `close`, which waits until the output is read.
  return once(child, 'exit');
}

const numbersOf = (written: string): readonly unknown[] =>
  written
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly no: unknown }).no);

it.each([
  ['a few lines, less than a chunk', 3],
  // More than a pipe holds, so that lines are written while others are logged.
  ['many lines', 5_000],
])('writes %s in order, the last when it closes', async (_, count) => {
  const { child, ended } = runWithLog(`
    for (let no = 0; no < ${count}; no++) {
      log.info({ no });
      if (no % 7 === 0) await setImmediate();
    }
    close();`);
  const written = await text(child.stdout);
  expect(await ended).toEqual([0, null]);
  expect(numbersOf(written)).toEqual(Array.from({ length: count }, (__, no) => no));
});

it('writes a single line soon without closing', async () => {
  const { child, ended } = runWithLog(`
    log.info({ no: 1 });
    process.stdin.resume().once('end', close);`);
  const first = await Promise.race([
    once(child.stdout, 'data'),
    setTimeout(10_000, undefined, { ref: false }),
  ]);
  expect(numbersOf(String(first))).toEqual([1]);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

it('writes nothing below its level, and does not keep the process alive', async () => {
  const { child, ended } = runWithLog(`
    log.debug({ no: 1 });
    log.info({ no: 2 });
    close();`);
  expect(numbersOf(await text(child.stdout))).toEqual([2]);
  expect(await ended).toEqual([0, null]);
});

it('drops lines after it is closed', async () => {
  const { child, ended } = runWithLog(`
    log.info({ no: 1 });
    const closed = close();
    log.info({ no: 2 });
    await closed;
    log.error({ no: 3 });`);
  expect(numbersOf(await text(child.stdout))).toEqual([1]);
  expect(await ended).toEqual([0, null]);
});

it('buffers at most 16 MiB', async () => {
  const { child, ended } = runWithLog(`
    for (let no = 0; no < 20; no++) log.info({ no, long: 'x'.repeat(1_000_000) });
    close();`);
  expect(numbersOf(await text(child.stdout))).toEqual(Array.from({ length: 16 }, (_, no) => no));
  expect(await ended).toEqual([0, null]);
});

describe.each([
  ["can't be written", failing],
  ['is not read', unread],
])('an output that %s', (_what, run) => {
  // Each line exceeds a chunk, so its write has failed by the time the folder is read.
  const LINES = `
    await once(process.stdin.resume(), 'end');
    for (const no of [1, 2, 3]) {
      log.info({ no, long: 'x'.repeat(10_000) });
      await stat('.');
    }`;

  it('does not end the process', async () => {
    expect(await run(`${LINES} await close();`)).toEqual([0, null]);
  });

  it.each([
    ['after it has failed', LINES],
    ['before anything was written', 'log.info({ no: 1 });'],
  ])('does not delay a forced exit, %s', async (_when, lines) => {
    expect(await run(`${lines} process.exit(7);`)).toEqual([7, null]);
  });
});

it('an unread output does not delay a forced exit', async () => {
  // The output stays open and is not read.
  const { ended } = runWithLog(`
    for (let no = 0; no < 10; no++) log.info({ no, long: 'x'.repeat(1_000_000) });
    process.exit(7);`);

  expect(await ended).toEqual([7, null]);
});

function failing(script: string): Promise<unknown> {
  const readOnly = openSync(OPEN_LOG, 'r');
  onTestFinished(() => closeSync(readOnly));
  const stdio = ['ignore', readOnly, 'inherit'] as const;
  return endOf(spawn(process.execPath, argumentsFor(script), { stdio: [...stdio], env }));
}

function unread(script: string): Promise<unknown> {
  const { child, ended } = runWithLog(script);
  child.stdout.destroy();
  child.stdin.end();
  return ended;
}
