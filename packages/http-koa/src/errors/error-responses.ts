import type { Context, Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { AdminError } from './admin-error.ts';
import { badData } from './bad-data.ts';
import { ERROR_TABLE, type ErrorRow, MAX_PROBLEMS } from './error-table.ts';

/** An error as it was answered, for whoever keeps the log. */
export interface ErrorReport {
  /** The `id` in the body. */
  readonly id: string;
  readonly status: number;
  readonly error: AdminError;
}

/** Is told of each error that was answered. What it throws changes no answer, and goes to the app's `error` event. */
export type ReportError = (report: ErrorReport, ctx: Context) => void;

/** The body of every error. */
export interface ErrorBody {
  readonly id: string;
  readonly name: string;
  readonly message: string;
  /** What is wrong, of a BadDataError: each thing, or the first of too many. */
  readonly details?: readonly ErrorDetail[];
}

/** One thing that is wrong with what a client sent. */
export interface ErrorDetail {
  /** Where: `features[0].name`. */
  readonly path: string;
  readonly message: string;
}

/** The status and the body of an error, with a fresh id. */
export function errorAnswer(error: AdminError): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
} {
  // The table's type ties each row to its error; the look-up loses that tie.
  const row = ERROR_TABLE[error.type] as ErrorRow<AdminError>;
  return {
    status: row.status,
    headers: row.headers?.(error) ?? {},
    body: { id: randomUUID(), name: row.name, message: row.message(error), ...detailsOf(error) },
  };
}

function detailsOf(error: AdminError): Pick<ErrorBody, 'details'> {
  if (error.type !== 'BadData') return {};
  const details = error.problems.slice(0, MAX_PROBLEMS).map(({ path, expected }) => ({
    path,
    message: `expected ${expected}`,
  }));
  return { details };
}

/** Answers a request with an error, and reports it. */
export function respondWithError(ctx: Context, error: AdminError, report: ReportError): void {
  const { status, headers, body } = errorAnswer(error);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
  try {
    report({ id: body.id, status, error }, ctx);
  } catch (cause) {
    emitBug(body.id, cause, ctx);
  }
}

/** Answers a bug that something further in throws, so that Koa's own error page never shows. */
export function answerBugs(report: ReportError): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (cause) {
      respondWithBug(ctx, cause, report);
    }
  };
}

/** Answers what was thrown: a bug, unless it is Koa that can't read the target. */
export function respondWithBug(ctx: Context, cause: unknown, report: ReportError): void {
  const error: AdminError = hasReadableTarget(ctx)
    ? { type: 'InternalError', cause }
    : badData('the request target', 'a path or a URL');
  respondWithError(ctx, error, report);
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

/** Emits each bug as the app's `error` event, and nothing else. */
export const emitBugs: ReportError = ({ id, error }, ctx) => {
  if (error.type === 'InternalError') emitBug(id, error.cause, ctx);
};

function emitBug(id: string, cause: unknown, ctx: Context): void {
  // Koa's own listener throws on a cause that is no Error, skips a 404, and never prints a cause.
  ctx.app.emit('error', new Error(`${id}: ${inspect(cause)}`, { cause }), ctx);
}

/** Answers what nothing further in has answered. */
export function answerUnknownRoutes(report: ReportError): Middleware {
  return async (ctx, next) => {
    await next();
    if (isUnanswered(ctx)) respondWithError(ctx, { type: 'RouteNotFound', path: ctx.path }, report);
  };
}

/**
 * Whether nobody has answered yet: Koa starts with a 404 without a body. Who writes to the socket past Koa has answered.
 */
export function isUnanswered(ctx: Context): boolean {
  return (
    ctx.status === 404 && ctx.body === undefined && ctx.respond !== false && !ctx.res.headersSent
  );
}
