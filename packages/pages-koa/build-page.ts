// Builds the page if its sources are newer than the last build. A clone needs it before the service starts.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, 'page');

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const builtAt = changedAt(join(import.meta.dirname, 'dist/page/page.html'));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' });
const isStale = sources.some((file) => changedAt(join(root, file)) > builtAt);

if (isStale) {
  // A test runner sets it to "test", which would build the page for development.
  process.env['NODE_ENV'] = 'production';
  // Loading it takes longer than all else here.
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts') });
}
