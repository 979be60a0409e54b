import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that `page.html` loads from `page/`, with their types. */
export const PAGE_FILES = {
  'page.js': 'text/javascript',
  'page.css': 'text/css',
} as const;

// Vite builds them from the folder `page` of the package.
const FOLDER = join(import.meta.dirname, '../dist/page');

/** Reads a file of the page. Rejects with `ENOENT` in a clone in which the page was not built. */
export const readPageFile = (name: string): Promise<Buffer> => readFile(join(FOLDER, name));
