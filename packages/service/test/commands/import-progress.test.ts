import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ImportProgress } from '../../src/commands/import-progress.ts';

const ESCAPE = '\u001b';

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
    { isTTY, columns: 100 },
  );
  const output = { stream, now: () => now };
  return {
    progress: new ImportProgress(total === 'unknown' ? undefined : total, output),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    written: () => written,
    shown: () => stripVTControlCharacters(written),
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

  test('shows a bar on a terminal after a second', () => {
    const { progress, wait, shown } = progressOn({ isTTY: true });
    progress.advance(400);
    wait(1_001);

    progress.advance(100);
    progress.advance(250);
    progress.stop();

    expect(shown()).toMatch(/ 75 % · /);
  });

  test('restores the terminal: shows the cursor, wraps lines, clears the bar', () => {
    const { progress, wait, written } = progressOn({ isTTY: true });
    wait(2_000);
    progress.advance(500);
    progress.stop();

    expect(written()).not.toContain(`${ESCAPE}[?`);
    expect(written().endsWith(`${ESCAPE}[1G${ESCAPE}[0J`)).toBe(true);
  });

  test.each([
    ['not on a terminal', { isTTY: false }],
    ['of unknown length', { isTTY: true, total: 'unknown' }],
  ] as const)('shows no bar for an import %s', (_what, output) => {
    const { progress, wait, written } = progressOn(output);
    wait(60_000);
    progress.advance(500);
    progress.line('a.json: $[0]: expected object, received number');
    progress.stop();

    expect(written()).toBe('a.json: $[0]: expected object, received number\n');
  });

  test('loses no line before, during or after the bar', () => {
    const { progress, wait, shown } = progressOn({ isTTY: true });
    progress.line('before');
    wait(2_000);
    progress.advance(500);
    progress.line('beside 1');
    progress.line('beside 2');
    progress.stop();
    progress.line('after');

    const lines = shown().split('\n');
    expect(lines.filter((line) => /before|beside|after/.test(line))).toEqual([
      'before',
      expect.stringMatching(/beside 1$/),
      'beside 2',
      expect.stringMatching(/after$/),
    ]);
  });
});
