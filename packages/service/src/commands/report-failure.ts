import type { SchemaMismatch } from '@forewarn/store-sqlite';
import type { CannotListen } from '../http/http-server.ts';
import type { OpenStoreError } from '../open-store.ts';
import type { WrongSetting } from '../settings.ts';
import { printError } from './print-error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

/** Expected failures that end a command early. */
export type CommandFailure = WrongSetting | OpenStoreError | CannotListen;

/** Prints one line that says why the command ends and what to do. Returns the exit code. */
export function reportFailure(failure: CommandFailure): ExitCode {
  printError(messageOf(failure));
  return failure.type === 'WrongSetting' ? EXIT.misused : EXIT.failed;
}

const REMEDIES: Readonly<Record<CannotListen['variable'], string>> = {
  HOST: 'set it to an address of this machine',
  PORT: 'set another port, or stop the program that uses it',
};

function messageOf(failure: CommandFailure): string {
  switch (failure.type) {
    case 'WrongSetting':
      return `${failure.variable}: expected ${failure.expected}`;
    case 'CannotListen':
      return `${failure.variable}: can't listen: ${failure.reason}; ${REMEDIES[failure.variable]}`;
    case 'SchemaMismatch':
      return MISMATCHES[failure.schema];
    case 'StoreUnavailable':
      return `DATABASE_URL: can't use the store: ${reasonOf(failure.cause)}; correct the setting, or check that the store is available`;
  }
}

const MISMATCHES: { readonly [Schema in SchemaMismatch['schema']]: string } = {
  older: 'the database has an older schema, or none: run "forewarn migrate" first',
  newer: 'the database has the schema of a newer Forewarn: install that version',
  foreign:
    'DATABASE_URL: the database belongs to another application: name an empty one, or one of Forewarn',
};

/** The message of an error on one line. An AggregateError, as for two addresses tried, has only a code. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return (cause.message || code).replaceAll(/\s+/g, ' ');
}
