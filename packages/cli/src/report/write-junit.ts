import { writeFile } from 'node:fs/promises';
import { printError } from '../exit-code.ts';
import { unwritableWords } from '../read-input.ts';

/** Writes the file of `--junit`, if one is named. Returns false if it can't be written. */
export const writeJunit = async (file: string | undefined, xml: string): Promise<boolean> =>
  file === undefined ||
  writeFile(file, xml).then(
    () => true,
    (cause: unknown) => {
      printError(`--junit ${file}: ${unwritableWords(cause)}`);
      return false;
    },
  );

/** Empties the file of `--junit`, if one is named: an earlier report must not stand for one that is missing. */
export const emptyJunit = async (file: unknown): Promise<void> => {
  if (typeof file === 'string') await writeFile(file, '').catch(() => {});
};
