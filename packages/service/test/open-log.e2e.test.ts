import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const OPEN_LOG = fileURLToPath(new URL('../src/open-log.ts', import.meta.url));

/** A process that runs the script with a log. */
function runWithLog(script: string) {
  const source = `
    import { setImmediate, setTimeout } from 'node:timers/promises';
    const { openLog } = await import(process.argv[1]);
    const { log, close } = openLog({ logLevel: 'info' });
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, OPEN_LOG], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  return { child, ended: once(child, 'close') };
}

const numbersOf = (written: string): readonly unknown[] =>
  written
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly no: unknown }).no);

it.each([
  ['a few lines, fewer than it gathers', 3],
  // More than a pipe holds: some are written while others come.
  ['many lines', 5_000],
])('writes %s in the order of their coming, the last when it closes', async (_, count) => {
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

it('writes a lone line within a moment, while it is open', async () => {
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

it('writes nothing that is below its level, and ends by itself', async () => {
  const { child, ended } = runWithLog(`
    log.debug({ no: 1 });
    log.info({ no: 2 });
    close();`);
  expect(numbersOf(await text(child.stdout))).toEqual([2]);
  expect(await ended).toEqual([0, null]);
});

it('what comes after it was closed is dropped', async () => {
  const { child, ended } = runWithLog(`
    log.info({ no: 1 });
    const closed = close();
    log.info({ no: 2 });
    await closed;
    log.error({ no: 3 });`);
  expect(numbersOf(await text(child.stdout))).toEqual([1]);
  expect(await ended).toEqual([0, null]);
});
