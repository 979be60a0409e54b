import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Maximum length of the gzipped script, in bytes. */
const MAX_GZIPPED = 43_000;

/** The budget of the first page, which had the timeline, what would break, and the strategy definitions. */
const FIRST = 31_200;

/** What the bytes beyond the first budget buy. Sum: the budget. A new line needs a reason that users would give. */
const BEYOND: readonly (readonly [bytes: number, buys: string])[] = [
  [1_600, 'what a change request breaks, now and in later weeks'],
  [3_100, 'a mark that is moved, and what that would break'],
  [2_200, 'what can be removed, and which features use a definition'],
  [800, 'keys'],
  [300, 'what is related: the same feature first, the rest folded'],
  [300, 'the news as a list in words'],
  [200, 'the next 7 days'],
  [200, 'filters that fold on a phone'],
  [100, 'clusters that open their lane'],
  [300, 'the verdict of what would break'],
  [400, 'the features that are changed next, and environments as a menu'],
  [500, 'the timeline as CSV'],
  [600, 'what would break as CSV, the calendar, and how to be told'],
  [400, 'how to begin without a project'],
  [200, 'a link to copy, and warnings of a delete'],
  [200, 'sessions'],
  [100, 'that the first sync is running'],
  [100, 'the words of the other doors'],
  [100, 'the way back to the same place'],
  [100, 'a doubt about a definition whose name can not be read'],
];

/**
 * The sources of each part, and the maximum by which the gzipped script would be shorter without it, in bytes. What parts have in
 * common is in none.
 */
const PARTS: readonly (readonly [part: string, sources: RegExp, maxBytes: number])[] = [
  ['Preact', /^node_modules\//, 5_700],
  ['rules and words of the service', /^(?:core|record|impact|forecast)\//, 3_600],
  [
    'requests, sign-in, navigation and what views share',
    /^page\/(?:api|app|parts|main|capabilities)\b/,
    7_000,
  ],
  ['timeline', /^page\/timeline\//, 9_000],
  ['forecasts', /^page\/forecast\//, 2_500],
  ['change requests', /^page\/change-request\//, 2_600],
  ['what would break', /^page\/impact\//, 4_400],
  ['strategy definitions', /^page\/definitions\//, 1_400],
  ['what if (moved marks)', /^page\/what-if\//, 2_900],
  ['clean-up', /^(?:page\/)?cleanup\//, 2_400],
];

const gzippedLength = (text: string): number =>
  gzipSync(text, { level: constants.Z_BEST_COMPRESSION }).length;

test('the page loads at most 43 kB of gzipped JavaScript, from one file', async () => {
  const built = join(import.meta.dirname, '../dist/page');
  const html = await readFile(join(built, 'page.html'), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]*src="(?<path>[^"]+)"/g)];

  expect(scripts.map(({ groups }) => groups?.['path'])).toEqual(['./page/page.js']);
  const script = await readFile(join(built, 'page/page.js'), 'utf8');
  expect(gzippedLength(script)).toBeLessThanOrEqual(MAX_GZIPPED);
  expect(BEYOND.reduce((sum, [bytes]) => sum + bytes, FIRST)).toBe(MAX_GZIPPED);
  expect(script).not.toMatch(/\bimport\s*\(|\beval\s*\(|new Function\(/);
});

test('no part of the script is larger than its share', async () => {
  const characters = await charactersOfScript();
  const whole = gzippedLength(characters.map(({ text }) => text).join(''));
  const sources = new Set(characters.map(({ source }) => source));
  const parts = PARTS.map(([part, of, maxBytes]) => {
    const others = characters.filter(({ source }) => !of.test(source));
    const bytes = whole - gzippedLength(others.map(({ text }) => text).join(''));
    return { part, bytes, maxBytes };
  });

  expect(parts.filter(({ bytes, maxBytes }) => bytes > maxBytes)).toEqual([]);
  // A new folder needs a share.
  const without = [...sources].filter(
    (source) => source !== '' && PARTS.filter(([, of]) => of.test(source)).length !== 1,
  );
  expect(without).toEqual([]);
});

/** Builds the script. Returns its characters, each with the file that it comes from, below packages/pages-koa, packages or the repository; empty if the bundler wrote it. */
async function charactersOfScript() {
  // A test runner sets it to "test", which would build the page for development.
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = join(import.meta.dirname, '../page');
  const built = await build({
    configFile: join(folder, 'vite.config.ts'),
    build: { write: false, sourcemap: 'hidden' },
  });
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const chunk = files.find((each) => each.type === 'chunk');
  const map = new SourceMap(chunk?.map as unknown as SourceMapPayload);
  return (chunk?.code ?? '').split(/(?<=\n)/).flatMap((line, at) =>
    Array.from({ length: line.length }, (_, column) => {
      const entry = map.findEntry(at, column);
      const source = 'originalSource' in entry ? entry.originalSource : '';
      return { text: line[column], source: source.replace(/^(?:\.\.\/)+/, '') };
    }),
  );
}
