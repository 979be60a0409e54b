import { inspect } from 'node:util';
import type { Context } from 'koa';
import type { ReportError } from './error-responses.ts';

/** Tells the app's `error` event of each bug that was answered, and of nothing else. */
export const emitBugs: ReportError = ({ id, error }, ctx) => {
  if (error.type === 'InternalError') emitBug(id, error.cause, ctx);
};

/** Emits what was thrown as the app's `error` event, under the id that the answer has. */
export function emitBug(id: string, cause: unknown, ctx: Context): void {
  // As it is, Koa's own listener would throw what is no Error, pass over a 404, and never print a cause.
  ctx.app.emit('error', new Error(`${id}: ${inspect(cause)}`, { cause }), ctx);
}
