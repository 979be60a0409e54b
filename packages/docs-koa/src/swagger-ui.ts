import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The files of Swagger UI that the page needs, with their types. */
export const SWAGGER_UI_FILES = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
} as const;

// The packed package brings the files. In the repository they are where npm put them.
const BROUGHT = join(import.meta.dirname, '../dist/swagger-ui');

const folder = (): string =>
  existsSync(BROUGHT)
    ? BROUGHT
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Reads one of the files. */
export function readSwaggerUi(name: string): Promise<Buffer> {
  return readFile(join(folder(), name));
}
