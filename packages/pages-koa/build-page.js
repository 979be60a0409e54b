// Builds the page if it is stale. JavaScript, so that Node loads no compiler first.
import { join } from 'node:path';
import process from 'node:process';
import { isPageStale } from './is-page-stale.js';

if (isPageStale()) {
  // A test runner sets it to "test", which would build the page for development.
  process.env['NODE_ENV'] = 'production';
  // Loading it takes longer than all else here.
  const { build } = await import('vite');
  await build({ configFile: join(import.meta.dirname, 'page/vite.config.ts') });
}
