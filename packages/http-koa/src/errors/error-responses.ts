import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { Context } from 'koa';
import type { AdminError } from './admin-error.ts';
import { type ErrorBody, strategyImpactBody } from '@forewarn/wire';
import { badData, MAX_PROBLEMS } from '@forewarn/core';
import { ERROR_TABLE, type ErrorRow } from './error-table.ts';
import { sendJson } from '../response/admin-response.ts';

/** An error that a client received, for logs. */
export interface ErrorReport {
  /** The `id` in the body. */
  readonly id: string;
  readonly status: number;
  readonly error: AdminError;
}

/** Receives each error response. If it throws, the response stays the same, and the app emits `error`. */
export type ReportError = (report: ErrorReport, ctx: Context) => void;

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
 * Changes what an error is over HTTP: receives Forewarn's own mapping and returns the one to use. If it throws, Forewarn's
 * mapping is used, and the app's `error` event gets what was thrown.
 */
export type MapError = (error: AdminError, mapping: ErrorMapping) => ErrorMapping;

/** The status, headers and body of an error, with a new id. */
export function errorResponse(
  error: AdminError,
  { status, headers, name, message }: ErrorMapping = mappingOf(error),
) {
  const body: ErrorBody = { id: randomUUID(), name, message, ...detailsOf(error) };
  return { status, headers, body };
}

function mappingOf(error: AdminError): ErrorMapping {
  // The table's type ties each row to its error; the look-up loses that tie.
  const { status, name, message, headers } = ERROR_TABLE[error.type] as ErrorRow<AdminError>;
  return { status, name, message: message(error), headers: headers?.(error) ?? {} };
}

function detailsOf(error: AdminError): Pick<ErrorBody, 'details' | 'impact'> {
  if (error.type === 'StrategyInUse') return { impact: strategyImpactBody(error.impact) };
  if (error.type !== 'BadData') return {};
  const details = error.problems.slice(0, MAX_PROBLEMS).map(({ path, expected }) => ({
    path,
    message: `expected ${expected}`,
  }));
  return { details };
}

/** Responds with an error, and reports it. */
export function respondWithError(
  ctx: Context,
  error: AdminError,
  report: ReportError,
  mapError?: MapError,
): void {
  const { status, headers, body } = errorResponse(error, mapped(ctx, error, mapError));
  ctx.status = status;
  sendJson(ctx, body);
  ctx.set(headers);
  try {
    report({ id: body.id, status, error }, ctx);
  } catch (cause) {
    emitBug(body.id, cause, ctx);
  }
}

function mapped(ctx: Context, error: AdminError, mapError?: MapError): ErrorMapping {
  const mapping = mappingOf(error);
  try {
    return mapError?.(error, mapping) ?? mapping;
  } catch (cause) {
    emitBug('mapError', cause, ctx);
    return mapping;
  }
}

/** Responds to what was thrown: with 500, or with 400 if Koa can't read the request target. */
export function respondWithBug(
  ctx: Context,
  cause: unknown,
  report: ReportError,
  mapError?: MapError,
): void {
  const error: AdminError = hasReadableTarget(ctx)
    ? { type: 'InternalError', cause }
    : badData('the request target', 'a path or a URL');
  respondWithError(ctx, error, report, mapError);
}

/** Koa throws when asked for the path of `http://[::1/`, for example. */
function hasReadableTarget(ctx: Context): boolean {
  try {
    void ctx.path;
    return true;
  } catch {
    return false;
  }
}

/** Emits each bug as the app's `error` event, and no other error. */
export const emitBugs: ReportError = ({ id, error }, ctx) => {
  if (error.type === 'InternalError') emitBug(id, error.cause, ctx);
};

function emitBug(id: string, cause: unknown, ctx: Context): void {
  // Koa's own listener throws on a cause that is no Error, skips a 404, and never prints a cause.
  ctx.app.emit('error', new Error(`${id}: ${inspect(cause)}`, { cause }), ctx);
}
