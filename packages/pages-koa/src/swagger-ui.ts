import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The Swagger UI files that the page loads, with their types. */
export const SWAGGER_UI_FILES = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
} as const;

// The published package contains the files. In the repository they are in node_modules.
const BUNDLED = join(import.meta.dirname, '../dist/swagger-ui');

const folder = (): string =>
  existsSync(BUNDLED)
    ? BUNDLED
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Reads a Swagger UI file. */
export function readSwaggerUi(name: string): Promise<Buffer> {
  return readFile(join(folder(), name));
}
