import type { IncomingHttpHeaders } from 'node:http';
import { type AuthenticationRequired, toResultAsync } from '@forewarn/core';
import { refuseOtherMethods, type ReportError, respondWithError } from '@forewarn/http-koa';
import type { SessionRepository } from '@forewarn/operate';
import Router from '@koa/router';
import type { Context } from 'koa';
import { errAsync, okAsync } from 'neverthrow';
import { hashSecret } from '../keys/api-key-authorizer.ts';
import {
  isOfPage,
  newSessionToken,
  PAGE_HEADER,
  SESSION_COOKIE,
  SESSION_MS,
  sessionTokenIn,
} from '../keys/session-token.ts';
import type { AppContext } from '../service-capability.ts';

interface SessionContext extends Pick<AppContext, 'admit' | 'credentialsOf' | 'reportError'> {
  readonly settings: Pick<AppContext['settings'], 'basePath'>;
  readonly sessions: SessionRepository;
}

/**
 * `POST {base}/session`, with a key in the Authorization header, starts a session of the browser: it sets a cookie that its
 * scripts can't read. `DELETE {base}/session` ends it.
 */
export function sessionRouter({
  settings: { basePath },
  sessions,
  admit,
  credentialsOf,
  ...context
}: SessionContext): Router {
  const reportError = context.reportError as ReportError;
  const path = `${basePath}/session`;
  const admitted = (ctx: Context) => {
    const credentials = credentialsOf(ctx as never);
    const signal = ctx.state['signal'] as AbortSignal | undefined;
    return admit({ credentials, permission: undefined, signal }).map(() => ({
      key: credentials.key,
      signal,
    }));
  };
  /** Ends the session in the cookie of a request, if there is one. */
  const endedSession = (ctx: Context, signal: AbortSignal | undefined) => {
    const token = sessionTokenIn(ctx.headers.cookie);
    return token === undefined
      ? okAsync()
      : toResultAsync(sessions.end(hashSecret(token), { signal }));
  };
  const router = new Router({ strict: true });
  router.post(path, async (ctx) => {
    const token = newSessionToken();
    const startedAt = new Date();
    const expiresAt = new Date(startedAt.getTime() + SESSION_MS).toISOString();
    const started = await admitted(ctx).andThen(({ key, signal }) => {
      if (key === undefined) return errAsync(NO_KEY);
      const hashes = { tokenHash: hashSecret(token), secretHash: hashSecret(key) };
      const session = { ...hashes, startedAt: startedAt.toISOString(), expiresAt };
      // The browser forgets the session that it had.
      return endedSession(ctx, signal).andThen(() =>
        toResultAsync(sessions.start(session, { signal })),
      );
    });
    if (started.isErr()) return respondWithError(ctx, started.error, reportError);
    setCookie(ctx, basePath, token, SESSION_MS);
    ctx.status = 201;
    ctx.body = { expiresAt };
  });
  router.delete(path, async (ctx) => {
    const ended = await admitted(ctx).andThen(({ signal }) => endedSession(ctx, signal));
    const isEnded = ended.isOk() || ended.error.type === 'AuthenticationRequired';
    if (isEnded && isOfPage(ctx.req)) setCookie(ctx, basePath, '', 0);
    if (ended.isErr()) return respondWithError(ctx, ended.error, reportError);
    ctx.body = null;
    // Koa sets 204 along with it.
    ctx.status = 200;
  });
  router.all(path, refuseOtherMethods(['POST', 'DELETE', 'OPTIONS'], reportError));
  return router;
}

const NO_KEY: AuthenticationRequired = {
  type: 'AuthenticationRequired',
  reason: 'Send the API key that signs in, in the Authorization header.',
};

function setCookie(ctx: Context, basePath: string, token: string, ms: number): void {
  const { headers } = ctx;
  ctx.set(
    'Set-Cookie',
    [
      `${SESSION_COOKIE}=${token}`,
      `Path=${pathIn(headers) ?? `${basePath}/`}`,
      `Max-Age=${ms / 1_000}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isEncrypted(headers) ? ['Secure'] : []),
    ].join('; '),
  );
}

// Nothing that would end the attribute.
const PATH = /^\/[\w.~%!$&'()*+=:@/-]*$/;

/** The path of the page, which a proxy may have moved. Only the browser knows it. */
function pathIn(headers: IncomingHttpHeaders): string | undefined {
  const path = String(headers[PAGE_HEADER] ?? '');
  return PATH.test(path) ? path : undefined;
}

/** Whether the browser uses https, as it or the proxy says. A client that lies about it only changes its own cookie. */
const isEncrypted = ({ origin, 'x-forwarded-proto': protocol }: IncomingHttpHeaders): boolean =>
  origin?.startsWith('https:') === true || /^\s*https\b/i.test(String(protocol ?? ''));
