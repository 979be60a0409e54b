import type { Middleware } from 'koa';
import { type ReportError, respondWithError } from './error-responses.ts';

/**
 * Answers 503 when nothing further in has answered in time, and 408 when the request itself has not arrived whole by then.
 * What goes on further in is left to its own limits; its answer is not sent any more.
 *
 * @param withinMs how long an answer may take, in milliseconds, from when the app gets the request
 */
export function answerInTime(withinMs: number, report: ReportError): Middleware {
  return async (ctx, next) => {
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(resolve, withinMs, 'late');
    try {
      if ((await Promise.race([next(), late])) !== 'late') return;
    } finally {
      clearTimeout(timer);
    }
    const type = ctx.req.complete ? 'DeadlinePassed' : 'RequestTooSlow';
    respondWithError(ctx, { type }, report);
    if (type === 'RequestTooSlow') ctx.set('Connection', 'close');
  };
}
