import { type Environment, isInjected, type WrongVariable } from '@forewarn/cli';

const URL = 'DATABASE_URL';
const IN_URL = `${URL}=postgres://USER:PASSWORD@HOST:PORT/NAME instead, with a database of its own`;
/** What a URL has in its authority and path. It can be composed of these variables, so they are ignored beside it. */
const PART = /^DATABASE_(?:HOST|PORT|NAME|USER(?:NAME)?|PASSWORD|DRIVER)(?:_FILE)?$/;

/** What a URL has as a parameter, if at all. */
const PARAMETERS: readonly (readonly [variable: RegExp, parameter: RegExp, expected: string])[] = [
  [/^DATABASE_SSL(?:_\w+)?$/, /[?&]ssl/, `sslmode, and sslrootcert=FILE, in ${URL} instead`],
  [/^DATABASE_SCHEMA$/, /[?&]options=/, `options=-csearch_path%3DSCHEMA in ${URL} instead`],
];

/** Finds a variable by which Unleash names its database, and that would be ignored. */
export function databaseVariable(environment: Environment): WrongVariable | undefined {
  const url = environment[URL]?.trim() ?? '';
  const isElsewhere = Boolean(environment[`${URL}_FILE`]?.trim());
  for (const [setting, value = ''] of Object.entries(environment)) {
    if (value.trim() === '' || isInjected(setting, value)) continue;
    if (url === '' && !isElsewhere && PART.test(setting)) return { setting, expected: IN_URL };
    const [, parameter, expected = ''] = PARAMETERS.find(([name]) => name.test(setting)) ?? [];
    // A file is not read yet.
    if (parameter === undefined || isElsewhere || parameter.test(url)) continue;
    if (url === '') return { setting, expected: IN_URL };
    if (url.startsWith('postgres')) return { setting, expected };
  }
  return undefined;
}
