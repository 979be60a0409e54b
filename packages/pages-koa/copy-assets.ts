// Copies the files of Swagger UI into the package. As a dependency, swagger-ui-dist would install a package that reports
// each installation to a third party.
import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = join(import.meta.dirname, 'dist/swagger-ui');
mkdirSync(to, { recursive: true });
for (const name of [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
]) {
  cpSync(join(from, name), join(to, name));
}
