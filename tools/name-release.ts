// Renames the "unreleased" heading of the changelog to the version that `changeset version` wrote.
import { readFileSync, writeFileSync } from 'node:fs';

const at = (path: string): URL => new URL(path, new URL('../', import.meta.url));
const { version } = JSON.parse(readFileSync(at('packages/core/package.json'), 'utf8')) as {
  readonly version: string;
};
const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
const changelog = readFileSync(at('CHANGELOG.md'), 'utf8');
const heading = `## ${version} - ${today}`;
writeFileSync(
  at('CHANGELOG.md'),
  changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n${heading}`),
);
