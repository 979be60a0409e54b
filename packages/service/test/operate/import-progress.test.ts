import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { FirstLines, ImportProgress } from '../../src/operate/import-files.ts';

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

    expect(written()).toBe(
      `${CLEAR_LINE}read 50 %, about 2 s left${CLEAR_LINE}read 75 %, about 1 s left${CLEAR_LINE}`,
    );
  });

  test('shows the time of an import of unknown length', () => {
    const { progress, wait, written } = progressOn({ isTTY: true, total: 'unknown' });
    wait(2_500);
    progress.advance(1_250_000);
    progress.stop();

    expect(written()).toBe(`${CLEAR_LINE}read 1.3 MB in 2 s${CLEAR_LINE}`);
  });

  test('shows nothing for an import not on a terminal', () => {
    const { progress, wait, written } = progressOn({ isTTY: false });
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

    const shown = `${CLEAR_LINE}read 50 %, about 2 s left`;
    const beside = `${CLEAR_LINE}beside\nread 50 %, about 2 s left`;
    expect(written()).toBe(`before\n${shown}${beside}${CLEAR_LINE}after\n`);
  });
});

test('the first 20 warnings of an import have a line each, and the others are counted by their text', () => {
  const lines: string[] = [];
  const warnings = new FirstLines('warning', (line) => lines.push(line));

  for (let no = 1; no <= 16_666; no++) warnings.add(`a.json: $[${no}]`, 'the payload has no id');
  warnings.add('a.json: $[0]', 'the time is over');
  warnings.end();

  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe('a.json: $[1]: warning: the payload has no id');
  expect(lines.slice(20)).toEqual([
    'warning: 16646 more: the payload has no id',
    'warning: 1 more: the time is over',
  ]);
  expect(warnings.count).toBe(16_667);
});

test('an import counts no more than 20 texts of warnings apart', () => {
  const lines: string[] = [];
  const warnings = new FirstLines('warning', (line) => lines.push(line));

  for (let no = 1; no <= 50; no++) warnings.add('a.json', `text ${no}`);
  warnings.end();

  expect(lines.at(-2)).toBe('warning: 1 more: text 40');
  expect(lines.at(-1)).toBe('warning: 10 more: other warnings');
});
