import type { SchemaMismatch } from '@forewarn/store-sqlite';
import type { CannotListen } from '../http/http-server.ts';
import type { OpenStoreError } from '../open-store.ts';
import type { WrongSetting } from '../settings.ts';
import { complain } from './complain.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

/** Everything that ends a command before its work is done. */
export type CommandFailure = WrongSetting | OpenStoreError | CannotListen;

/** Says in one line why a command ends and what to do about it; answers its exit code. */
export function fail(failure: CommandFailure): ExitCode {
  complain(lineOf(failure));
  return failure.type === 'WrongSetting' ? EXIT.misused : EXIT.failed;
}

const REMEDIES: Readonly<Record<CannotListen['variable'], string>> = {
  HOST: 'set it to an address of this machine',
  PORT: 'set another one, or stop what has it',
};

function lineOf(failure: CommandFailure): string {
  switch (failure.type) {
    case 'WrongSetting':
      return `${failure.variable}: expected ${failure.expected}`;
    case 'CannotListen':
      return `${failure.variable}: can't listen there: ${failure.reason}; ${REMEDIES[failure.variable]}`;
    case 'SchemaMismatch':
      return MISMATCHES[failure.schema];
    case 'StoreUnavailable':
      return `DATABASE_URL: the store can't be used: ${reasonOf(failure.cause)}; correct the setting, or see that the store is there`;
  }
}

const MISMATCHES: { readonly [Schema in SchemaMismatch['schema']]: string } = {
  older: 'the database has an older schema, or none: run "forewarn migrate" first',
  newer: 'the database has the schema of a newer Forewarn: install that one',
  foreign: "DATABASE_URL: the database is another application's: name an empty one, or Forewarn's",
};

/** What an error says, in one line. An AggregateError, as of two addresses tried, says nothing itself. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return (cause.message || code).replaceAll(/\s+/g, ' ');
}
