// Fails unless the packages are ready to publish under a tag: npm run release:check -- v0.1.0
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const at = (path: string): URL => new URL(path, new URL('../', import.meta.url));
const [, , tag = ''] = process.argv;

/** Returns the owners of a package on npm; none if npm has no package of this name. */
function ownersOf(name: string): readonly string[] {
  const { status, stdout } = spawnSync('npm', ['view', name, 'maintainers', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? [JSON.parse(stdout) as string | readonly string[]].flat() : [];
}

// People type `npx forewarn`. Outside of a project, it runs what has this name on npm.
const owners = ownersOf('@forewarn/service');
assert.ok(
  ownersOf('forewarn').some((each) => owners.includes(each)),
  'npm does not say that the name forewarn is ours: docs/developers/publish.md',
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
