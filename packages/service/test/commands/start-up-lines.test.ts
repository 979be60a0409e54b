import { describe, expect, test } from 'vitest';
import { startUpLines } from '../../src/commands/start-up-lines.ts';

const url = 'http://127.0.0.1:4242/flags';

describe('the lines of a start', () => {
  test('name the page and how to make a key', () => {
    expect(startUpLines({ url })).toEqual([
      `open ${url}/ to see what is scheduled, ${url}/docs to try the API; "forewarn keys create --help" explains how to make a key`,
    ]);
  });

  test('print the secret of the first key', () => {
    expect(startUpLines({ url, firstSecret: 'fw_1' })[0]).toMatch(/^made the key "admin".*: fw_1 /);
  });

  test('say how to make a key if there is none', () => {
    expect(startUpLines({ url, lacksKeys: true })[0]).toMatch(
      /^the store has no keys.*keys create NAME --admin/,
    );
  });

  test.each([
    ['served', /^serving the sample, whose key is forewarn-sample-key/],
    ['not-loaded', /^the sample was not loaded.*: the store has other projects.*keys create NAME/],
    ['not-on-loopback', /^forewarn-sample-key works only if HOST is.*keys create NAME/],
  ] as const)('report a sample that is %s', (sample, line) => {
    expect(startUpLines({ url, sample })[0]).toMatch(line);
  });
});
