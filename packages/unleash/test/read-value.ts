import type { EndedEntry, StateEntry } from '@forewarn/core/operator';
import type { Section } from '../src/read-elements.ts';
import { readEntry } from '../src/read-entry.ts';

const PATHS = {
  projects: '$.projects[7]',
  strategies: '$.strategies[7]',
  changeRequests: '$[7]',
} as const;

const read = (section: Section, value: unknown) =>
  readEntry({ section, path: PATHS[section], value });

/** Reads a value as the eighth element of its list. */
export const readValue = (section: Section, value: unknown): StateEntry | EndedEntry =>
  read(section, value)._unsafeUnwrap();

/** Returns its problems, one line each. */
export const problemsIn = (section: Section, value: unknown): readonly string[] =>
  read(section, value)
    ._unsafeUnwrapErr()
    .map(({ path, what }) => `${path}: ${what}`);
