import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { expect, test } from 'vitest';

const BUILT = join(import.meta.dirname, '../dist/page');
// 5,300 bytes are the previews of moved marks and the view of what can be removed; 1,400 the
// order of what is related, the news in words, 7 days from any day on, filters that fold, clusters and verdicts;
// 500 a table as CSV and what a key of the settings is called; 400 how to begin without a project;
// 200 the link to a change request and the warnings of a delete; 200 sessions;
// 400 what is changed next, and environments as a menu; 600 what would break as CSV, the calendar and the command to be told;
// 200 that the first sync is running, and a prediction in the words of the other doors; 100 one menu for all, and the place after the news.
// 200 which features use a definition, and the shape of what one breaks; calls of `h` in place of the JSX runtime pay for it.
// Several moves at once, a way out to copy and a sign-out of all tabs took the place of what was told twice.
const MAX_GZIPPED = 42_900;

test('the page loads at most 42.9 kB of gzipped JavaScript, from one file', async () => {
  const html = await readFile(join(BUILT, 'page.html'), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]*src="(?<path>[^"]+)"/g)];

  expect(scripts.map(({ groups }) => groups?.['path'])).toEqual(['./page/page.js']);
  const script = await readFile(join(BUILT, 'page/page.js'));
  const gzipped = await promisify(gzip)(script, { level: constants.Z_BEST_COMPRESSION });
  expect(gzipped.length).toBeLessThanOrEqual(MAX_GZIPPED);
  expect(script.toString()).not.toMatch(/\bimport\s*\(|\beval\s*\(|new Function\(/);
});
