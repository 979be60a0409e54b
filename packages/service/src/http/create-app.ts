import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';
import { type AdminUseCases, apiKeyIn, keyInQuery } from '@forewarn/http';
import {
  requestTimeout,
  errorHandler,
  notFoundHandler,
  createAdminRouter,
  openApiDocument,
} from '@forewarn/http-koa';
import type { ProjectCoverage } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import type { RouterContext } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import compress from 'koa-compress';
import { capabilities } from '../capabilities.ts';
import type { ClientCredentials } from '../keys/client-credentials.ts';
import type { ServiceLog } from '../service-log.ts';
import type { ServiceParts } from '../service-capability.ts';
import type { ServiceSettings } from '../service-settings.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { clientAddress } from './client-address.ts';
import type { ServiceCredentials } from './service-credentials.ts';
import { createProbeRouter } from './probe-router.ts';
import { continueTrace, createRequestLog } from './request-log.ts';
import type { Lifecycle } from './server/service-server.ts';

const { version } = createRequire(import.meta.url)('@forewarn/service/package.json') as {
  readonly version: string;
};

/** A scrape must not wait for a store that hangs. */
const LOOK_TIMEOUT_MS = 1_000;

/** The routes of the service, in a Koa app. */
export function createApp(
  useCases: AdminUseCases<ServiceCredentials>,
  parts: readonly ServiceParts[],
  lifecycle: Lifecycle,
  settings: ServiceSettings,
  log: ServiceLog,
  { metrics, tracer }: Telemetry,
  store?: Pick<Store, 'check' | 'origins' | 'projects' | 'reader'>,
): RequestListener {
  const { basePath, deadlineMs, guardDeletes, logCallers, trustProxy } = settings;
  const addressOf = clientAddress(trustProxy);
  const { logRequests, reportError } = createRequestLog(
    log,
    metrics,
    logCallers ? (ctx) => addressOf(ctx.req) : undefined,
  );
  const credentialsOf = (ctx: Context): ServiceCredentials => ({
    ...keyInRequest(ctx),
    address: () => addressOf(ctx.req),
    onNamed: (name) => {
      ctx.state['key'] = name;
    },
    request: ctx.req,
  });
  if (store !== undefined) {
    metrics.watchCoverage(() => coverageIn(store.projects));
  }
  const app = new Koa();
  // Emitted after the response began, usually because the client disconnected.
  app.on('error', (error: unknown, ctx?: Context) => {
    const line = { requestId: ctx?.response.get('X-Request-Id'), err: error };
    if (ctx?.res.destroyed === false) log.error(line, 'bug in a response');
    else log.debug(line, 'response cut off');
  });
  app.use(requestTimeout(deadlineMs, reportError));
  if (tracer !== undefined) app.use(continueTrace);
  app.use(logRequests);
  const firstSyncs = parts.flatMap(({ isFirstSync }) => isFirstSync ?? []);
  if (firstSyncs.length > 0) app.use(tellFirstSync(firstSyncs));
  app.use(keepOpen);
  app.use(notFoundHandler(reportError));
  app.use(errorHandler(reportError));
  // First, since most requests are for it, and each router looks at every request that reaches it.
  app.use(compressJson());
  const added = parts.map(({ http }) => http);
  const options = { basePath, capabilities: added, credentialsOf, guardDeletes, reportError };
  app.use(createAdminRouter(useCases, options).routes());
  app.use(createProbeRouter(store, lifecycle, metrics, reportError).routes());
  const documentOf = () => openApiDocument(useCases, { basePath, capabilities: added, version });
  const { admit } = useCases;
  const context = { settings, store, admit, credentialsOf, documentOf, reportError };
  for (const router of capabilities.flatMap(({ routers }) => routers?.(context) ?? [])) {
    app.use(router.routes() as Middleware);
  }
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}

/** The server drops the rest of a body that is too long. Closing the connection would reset it and lose the response. */
const keepOpen: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status === 413) ctx.remove('Connection');
};

/** Says in each response that the first sync with an upstream is still to end: much that is scheduled may be missing. */
function tellFirstSync(firstSyncs: readonly (() => boolean | Promise<boolean>)[]): Middleware {
  return async (ctx, next) => {
    for (const isFirstSync of firstSyncs) {
      if (await isFirstSync()) ctx.set('Forewarn-Sync', 'first');
    }
    await next();
  };
}

/** Finds the key of a request: in its header or, of a calendar, in its query, since calendar programs send no header. */
function keyInRequest(ctx: Context): Pick<ClientCredentials, 'key' | 'isInQuery'> {
  const key = apiKeyIn(ctx.headers.authorization);
  if (key !== undefined || !isCalendar(ctx)) return { key, isInQuery: false };
  return { key: keyInQuery(ctx.querystring), isInQuery: true };
}

/** Whether the route is that of a calendar, not just a path that ends like one. */
function isCalendar({ _matchedRoute: route }: Context & Pick<RouterContext, '_matchedRoute'>) {
  return String(route).endsWith('/projects/:projectId/change-requests.ics');
}

/** Returns the coverage of all projects; undefined if the store fails. */
async function coverageIn(
  projects: Store['projects'],
): Promise<readonly ProjectCoverage[] | undefined> {
  const listed = await projects.list({ signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
  return listed
    .map((each) => each.map(({ id, coverage }) => ({ projectId: id, coverage })))
    .unwrapOr(undefined);
}

// Most searches are shorter: compressing them would cost more than it saves.
const THRESHOLD_BYTES = 2_048;

/**
 * Compresses long JSON bodies for clients that accept gzip. A body with a strong entity tag stays as it is, since the tag
 * names its bytes. An attacker can't guess secrets from compressed lengths (BREACH): no response contains any.
 */
function compressJson(): Middleware {
  const compressing = compress({
    threshold: THRESHOLD_BYTES,
    filter: (type) => type === 'application/json',
    br: false,
    deflate: false,
    zstd: false,
  });
  return async (ctx, next) => {
    await next();
    // It would read a dozen headers of each short response.
    if ((ctx.response.length ?? 0) < THRESHOLD_BYTES) return;
    const hasStrongTag = String(ctx.res.getHeader('ETag') ?? '').startsWith('"');
    // koa-compress throws if the client accepts neither.
    if (hasStrongTag || ctx.acceptsEncodings('gzip', 'identity') === false) ctx.compress = false;
    await compressing(ctx, async () => {});
  };
}
