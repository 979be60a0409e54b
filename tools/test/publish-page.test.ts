import { expect, test } from 'vitest';
import { textsAt } from '../texts-at.ts';

const {
  '../../docs/developers/publish.md': page = '',
  '../../package.json': manifest = '',
  '../../.github/workflows/release.yml': workflow = '',
  '../../.npmrc': npmrc = '',
} = textsAt(
  import.meta,
  '../../{docs/developers/publish.md,package.json,.github/workflows/release.yml,.npmrc}',
);

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
