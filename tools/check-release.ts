// Fails unless the packages are ready to publish under a tag: npm run release:check -- v0.1.0
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const at = (path: string): URL => new URL(path, new URL('../', import.meta.url));
const [, , tag = ''] = process.argv;

// People type `npx forewarn`. Outside of a project, it runs what has this name on npm.
const { stdout } = spawnSync('npm', ['view', 'forewarn', 'dependencies', '--json'], {
  encoding: 'utf8',
});
assert.match(
  stdout,
  /^\s*\{\s*"@forewarn\/service": "[^"]*"\s*\}\s*$/,
  'the name forewarn on npm is not that of our command: docs/developers/publish.md',
);

for (const folder of readdirSync(at('packages'))) {
  const { name, version } = JSON.parse(
    readFileSync(at(`packages/${folder}/package.json`), 'utf8'),
  ) as { readonly name: string; readonly version: string };
  assert.equal(`v${version}`, tag, `the tag is ${tag}, but ${name} has version ${version}`);
}
const pending = readdirSync(at('.changeset')).filter((file) => file.endsWith('.md'));
assert.deepEqual(pending, [], 'there are changesets: run "npm run release:version" first');
const changelog = readFileSync(at('CHANGELOG.md'), 'utf8');
assert.ok(
  changelog.includes(`\n## ${tag.slice('v'.length)} - `),
  `CHANGELOG.md has no heading for ${tag}`,
);
