import { writeFile } from 'node:fs/promises';
import { printError } from '../exit-code.ts';

/** Writes the file of `--junit`, if one is named. Returns false if it can't be written. */
export const writeJunit = async (file: string | undefined, xml: string): Promise<boolean> =>
  file === undefined ||
  writeFile(file, xml).then(
    () => true,
    ({ message }: Error) => {
      printError(`--junit ${file}: ${message}`);
      return false;
    },
  );
