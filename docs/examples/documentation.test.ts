import { expect, test } from 'vitest';
import { pathsAt, textsAt } from '../../tools/texts-at.ts';

const PAGES = textsAt(import.meta, '../../*.md', '../**/*.md', '../../packages/*/README.md');
const EXAMPLES = textsAt(import.meta, './*.ts', '../../packages/*/test/**/*.example.ts');

// The root is arbitrary: only relative paths matter.
const HERE = 'docs:/docs/examples/';
const pathOf = (relative: string, from = HERE): string => new URL(relative, from).pathname;

const EXISTING = pathsAt(import.meta, '../../{*,.*,.ci/*,.github/**/*,**/*}').map((file) =>
  decodeURI(pathOf(file)),
);

const CODE = /^```(?<language>\w*)\n(?<code>.*?)^```$/gms;

const exists = (path: string): boolean =>
  EXISTING.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));

/** Returns the relative links of a page, outside of code. */
function linksOf(page: string): readonly string[] {
  const prose = page.replaceAll(CODE, '').replaceAll(/`[^`\n]*`/g, 'code');
  return [...prose.matchAll(/\]\((?<inline>[^)\s]+)\)|^\[[^\]]+\]:\s*(?<reference>\S+)/gm)]
    .map(({ groups }) => groups?.['inline'] ?? groups?.['reference'] ?? '')
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target));
}

test('TypeScript in docs, README and CONTRIBUTING is text of files that are compiled and run', () => {
  const examples = Object.values(EXAMPLES);
  const unknown = Object.entries(PAGES)
    .filter(([file]) => !file.startsWith('../../packages/'))
    .flatMap(([file, page]) =>
      [...page.matchAll(CODE)]
        .filter(({ groups }) => groups?.['language'] === 'ts')
        .map(({ groups }) => groups?.['code'] ?? '')
        .filter((code) => !examples.some((example) => example.includes(code)))
        .map((code) => `${file}: ${code}`),
    );

  expect(examples.length).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
});

test('each relative link leads to a file or folder of the repository', () => {
  const broken = Object.entries(PAGES).flatMap(([file, page]) =>
    linksOf(page)
      .filter((target) => !exists(decodeURI(pathOf(target, `docs:${pathOf(file)}`))))
      .map((target) => `${file}: ${target}`),
  );

  expect(broken).toEqual([]);
});

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [...page.replaceAll(CODE, '').matchAll(/^#+ (?<heading>.*)$/gm)].map(({ groups }) =>
    (groups?.['heading'] ?? '')
      .replaceAll(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('each anchor of a link is that of a heading', () => {
  const anchors = new Map(
    Object.entries(PAGES).map(([file, page]) => [pathOf(file), anchorsOf(page)]),
  );
  const broken = Object.entries(PAGES).flatMap(([file, page]) =>
    [...page.replaceAll(CODE, '').matchAll(/\]\((?<target>(?![a-z]+:)[^)\s]*#[^)\s]+)\)/g)]
      .map(({ groups }) => groups?.['target'] ?? '')
      .filter((target) => {
        const { pathname, hash } = new URL(target, `docs:${pathOf(file)}`);
        return anchors.get(pathname)?.includes(hash.slice(1)) === false;
      })
      .map((target) => `${file}: ${target}`),
  );

  expect(broken).toEqual([]);
});

test('each source that a page names exists, except `app.ts` of the reader', () => {
  const names = new Set(EXISTING.map((file) => file.split('/').at(-1)));
  const named = Object.values(PAGES).flatMap((page) =>
    [...page.matchAll(/`(?<name>(?!app\.ts)[\w.-]+\.ts)`/g)].map(({ groups }) => groups?.['name']),
  );

  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test('each package shows its first use in ten lines at most, without imports and comments', () => {
  const long = Object.entries(PAGES)
    .filter(([file]) => file.startsWith('../../packages/'))
    .filter(([, page]) => {
      const [, shown = ''] = page.split(/^## First use$/m);
      const [code] = shown.matchAll(CODE);
      const lines = (code?.groups?.['code'] ?? '')
        .replaceAll(/^import .*?;$/gms, '')
        .split('\n')
        .filter((line) => !/^\s*(?:$|\/\/|\/\*\*)/.test(line));
      return lines.length === 0 || lines.length > 10;
    })
    .map(([file]) => file);

  expect(long).toEqual([]);
});
