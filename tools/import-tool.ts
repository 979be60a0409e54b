import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installTools, type ToolsFolder } from './install-tools.ts';

/** Imports a package that a folder locks. Its types are there only once it is installed: the caller says what it uses. */
export async function importTool<Used>(folder: ToolsFolder, name: string): Promise<Used> {
  const { resolve } = createRequire(join(await installTools(folder), 'package.json'));
  return (await import(pathToFileURL(resolve(name)).href)) as Used;
}
