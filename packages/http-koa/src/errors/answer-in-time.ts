import type { Context, Middleware } from 'koa';
import { type ReportError, respondWithError } from './error-responses.ts';

/**
 * Answers 503 when nothing further in has answered in time, and 408 when the request itself has not arrived whole by then.
 * What goes on further in is left to its own limits; its answer is not sent any more.
 *
 * @param withinMs how long an answer may take, in milliseconds, from when the app gets the request
 */
export function answerInTime(withinMs: number, report: ReportError): Middleware {
  const answerLate = (ctx: Context): void => {
    const type = ctx.req.complete ? 'DeadlinePassed' : 'RequestTooSlow';
    respondWithError(ctx, { type }, report);
    if (type === 'RequestTooSlow') ctx.set('Connection', 'close');
  };
  // Not Promise.race, which costs several times as much, at each request.
  return (ctx, next) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        answerLate(ctx);
        resolve();
      }, withinMs);
      const settle = (): void => {
        clearTimeout(timer);
        resolve();
      };
      next().then(settle, (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      });
    });
}
