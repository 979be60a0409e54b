import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ImportProgress } from '../../src/commands/import-files.ts';

const CLEAR_LINE = '\r\u001b[K';

function progressOn({
  isTTY,
  total = 1_000,
}: {
  readonly isTTY: boolean;
  readonly total?: number | 'unknown';
}) {
  let written = '';
  let now = 5_000;
  const stream = Object.assign(
    new Writable({
      write: (chunk, _encoding, done) => {
        written += String(chunk);
        done();
      },
    }),
    { isTTY },
  );
  const output = { stream, now: () => now };
  return {
    progress: new ImportProgress(total === 'unknown' ? undefined : total, output),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    written: () => written,
  };
}

describe('the progress of an import', () => {
  test('shows nothing on a terminal for a short import', () => {
    const { progress, wait, written } = progressOn({ isTTY: true });

    progress.advance(100);
    wait(1_000);
    progress.advance(899);
    progress.stop();

    expect(written()).toBe('');
  });

  test('shows how much is read on a terminal, once a second', () => {
    const { progress, wait, written } = progressOn({ isTTY: true });
    progress.advance(400);
    wait(1_001);
    progress.advance(100);
    progress.advance(250);
    wait(1_001);
    progress.advance(1);
    progress.stop();

    expect(written()).toBe(`${CLEAR_LINE}read 50 %${CLEAR_LINE}read 75 %${CLEAR_LINE}`);
  });

  test.each([
    ['not on a terminal', { isTTY: false }],
    ['of unknown length', { isTTY: true, total: 'unknown' }],
  ] as const)('shows nothing for an import %s', (_what, output) => {
    const { progress, wait, written } = progressOn(output);
    wait(60_000);
    progress.advance(500);
    progress.line('a.json: $[0]: expected object, received number');
    progress.stop();

    expect(written()).toBe('a.json: $[0]: expected object, received number\n');
  });

  test('writes lines above what it shows', () => {
    const { progress, wait, written } = progressOn({ isTTY: true });
    progress.line('before');
    wait(2_000);
    progress.advance(500);
    progress.line('beside');
    progress.stop();
    progress.line('after');

    const shown = `${CLEAR_LINE}read 50 %`;
    const beside = `${CLEAR_LINE}beside\nread 50 %`;
    expect(written()).toBe(`before\n${shown}${beside}${CLEAR_LINE}after\n`);
  });
});
