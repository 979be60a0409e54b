import { apiKeyFromHeader } from '@forewarn/http-koa';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';

/** The credentials of a request. */
export interface ClientCredentials {
  /** The API key; undefined if there is none. */
  readonly key: string | undefined;
  /** Whether the key is in the query. A URL leaks, so only keys of calendars may be there. */
  readonly isInQuery?: boolean;
  /** Returns the client's address. Computed on demand, because most requests do not need it. */
  readonly address: () => string;
}

/** Finds the key of a request: in its header or, of a calendar, in its query, since calendar programs send no header. */
export function keyInRequest(ctx: Context): Pick<ClientCredentials, 'key' | 'isInQuery'> {
  const key = apiKeyFromHeader(ctx);
  if (key !== undefined || !isCalendar(ctx)) return { key, isInQuery: false };
  const { key: inQuery } = ctx.query;
  const isKey = typeof inQuery === 'string' && inQuery !== '';
  return { key: isKey ? inQuery : undefined, isInQuery: true };
}

/** Whether the route is that of a calendar, not just a path that ends like one. */
function isCalendar({ _matchedRoute: route }: Context & Pick<RouterContext, '_matchedRoute'>) {
  return String(route).endsWith('/projects/:projectId/change-requests.ics');
}
