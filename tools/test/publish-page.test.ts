/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';

// Vite reads the files, so that this test needs no I/O.
const PAGE = import.meta.glob<string>('../../docs/developers/publish.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const MANIFEST = import.meta.glob<string>('../../package.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const WORKFLOW = import.meta.glob<string>('../../.github/workflows/release.yml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const NPMRC = import.meta.glob<string>('../../.npmrc', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const [page, manifest, workflow, npmrc] = [PAGE, MANIFEST, WORKFLOW, NPMRC].map((files) =>
  Object.values(files).join(''),
) as [string, string, string, string];

test('the page about publishing names scripts that exist', () => {
  const { scripts } = JSON.parse(manifest) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const named = [...page.matchAll(/npm run (?<name>[\w:]+)/g)].map(
    ({ groups }) => groups?.['name'],
  );

  expect(named).toContain('release:publish');
  expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
});

test('the page about publishing names the workflow that releases, and its environment', () => {
  expect(page).toContain('the file `release.yml` and the environment `npm`');
  expect(workflow).toMatch(/^ *environment: npm$/m);
  expect(page).toContain('for tags `v*` only');
  expect(workflow).toMatch(/^ *tags: \[?["']?v\*["']?\]?$/m);
});

test('the page about publishing prints what packages contain, though npm prints only errors here', () => {
  expect(npmrc).toMatch(/^loglevel=error$/m);
  expect(page).toMatch(/^npm publish --dry-run --workspaces --loglevel notice /m);
});
