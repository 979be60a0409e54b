import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { MAX_PROBLEMS } from '@forewarn/record';
import { type ErrorBody, strategyImpactBody } from '@forewarn/wire';
import type { Reply } from '../exchange.ts';
import { jsonReply } from '../response/admin-response.ts';
import type { AdminError } from './admin-error.ts';
import { ERROR_TABLE, type ErrorRow, type ErrorRows } from './error-table.ts';

/** An error that a client received, for logs. */
export interface ErrorReport {
  /** The `id` in the body. */
  readonly id: string;
  readonly status: number;
  readonly error: AdminError;
}

/** Receives each error response, and the framework's own request. If it throws, the response stays the same. */
export type ReportError<Native> = (report: ErrorReport, native: Native) => void;

/** The HTTP response of an error. */
export interface ErrorMapping {
  readonly status: number;
  /** The `name` in the body. */
  readonly name: string;
  /** The `message` in the body: what is wrong, and what to do. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Changes what an error is over HTTP: receives Forewarn's own mapping and returns the one to use. For an error of the host's
 * own (`CustomErrors` of the core), that is a 500. If it throws, Forewarn's mapping is used.
 */
export type MapError = (error: AdminError, mapping: ErrorMapping) => ErrorMapping;

/** The status, headers and body of an error, with a new id. */
export function errorResponse(
  error: AdminError,
  { status, headers, name, message }: ErrorMapping = mappingOf(error, {}),
) {
  const body: ErrorBody = { id: randomUUID(), name, message, ...detailsOf(error) };
  return { status, headers, body };
}

function mappingOf(error: AdminError, ownErrors: ErrorRows): ErrorMapping {
  const { type } = isKnown(error, ownErrors) ? error : unknownError(error);
  // The types tie each row to its error; the look-up loses that tie.
  const rows = (Object.hasOwn(ERROR_TABLE, type) ? ERROR_TABLE : ownErrors) as typeof ERROR_TABLE;
  const { status, name, message, headers } = rows[type] as ErrorRow<AdminError>;
  return { status, name, message: message(error), headers: headers?.(error) ?? {} };
}

const { status: BUG_STATUS } = ERROR_TABLE.InternalError;

const isKnown = ({ type }: AdminError, ownErrors: ErrorRows): boolean =>
  Object.hasOwn(ERROR_TABLE, type) || Object.hasOwn(ownErrors, type);

/** The bug of a host that returns an error of its own, which its `mapError` leaves as it is. */
const unknownError = (error: AdminError) => {
  const message = `the error type ${inspect(error.type)} is unknown: map it with mapError`;
  return { type: 'InternalError', cause: new Error(message, { cause: error }) } as const;
};

function detailsOf(error: AdminError): Pick<ErrorBody, 'details' | 'impact'> {
  if (error.type === 'StrategyInUse') return { impact: strategyImpactBody(error.impact) };
  if (error.type !== 'BadData') return {};
  const details = error.problems.slice(0, MAX_PROBLEMS).map(({ path, expected }) => ({
    path,
    message: `expected ${expected}`,
  }));
  return { details };
}

/** How a host learns of errors. */
export interface ErrorHandling<Native> {
  readonly reportError: ReportError<Native>;
  readonly mapError?: MapError | undefined;
  /** Receives what `reportError` or `mapError` throws. */
  readonly emitBug: EmitBug<Native>;
}

/** Receives a bug that the host did not ask to have reported. */
export type EmitBug<Native> = (bug: Error, native: Native) => void;

export function errorReply<Native>(
  error: AdminError,
  native: Native,
  { reportError, mapError, emitBug }: ErrorHandling<Native>,
  ownErrors: ErrorRows = {},
): Reply {
  const own = mappingOf(error, ownErrors);
  const mapping = mapped(error, own, mapError, (bug) => emitBug(bug, native));
  const { status, headers, body } = errorResponse(error, mapping);
  try {
    const reported =
      isKnown(error, ownErrors) || status !== BUG_STATUS ? error : unknownError(error);
    reportError({ id: body.id, status, error: reported }, native);
  } catch (cause) {
    emitBug(bugOf(body.id, cause), native);
  }
  return jsonReply(status, body, headers);
}

/** Makes the reply to a request at its deadline, and reports it. */
export function lateReply<Native>(
  isArriving: boolean,
  native: Native,
  handling: ErrorHandling<Native>,
): Reply {
  if (!isArriving) return errorReply({ type: 'DeadlinePassed' }, native, handling);
  const { headers, ...reply } = errorReply({ type: 'RequestTooSlow' }, native, handling);
  return { ...reply, headers: { ...headers, Connection: 'close' } };
}

function mapped(
  error: AdminError,
  mapping: ErrorMapping,
  mapError: MapError | undefined,
  emit: (bug: Error) => void,
): ErrorMapping {
  try {
    return mapError?.(error, mapping) ?? mapping;
  } catch (cause) {
    emit(bugOf('mapError', cause));
    return mapping;
  }
}

/** Makes a function that emits each reported bug, and no other error. */
export const emitBugs =
  <Native>(emitBug: EmitBug<Native>): ReportError<Native> =>
  ({ id, error }, native) => {
    if (error.type === 'InternalError') emitBug(bugOf(id, error.cause), native);
  };

const bugOf = (id: string, cause: unknown): Error =>
  new Error(`${id}: ${inspect(cause)}`, { cause });
