import { setTimeout } from 'node:timers/promises';
import type { Store } from '@forewarn/store';
import { refuseOtherMethods, type ReportError, respondWithError } from '@forewarn/http-koa';
import Router from '@koa/router';
import { ok } from 'neverthrow';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Lifecycle } from './server/service-server.ts';

/**
 * `GET /health`: the process responds. `GET /ready`: the store, if there is one, works, and the service is not being stopped. `GET /metrics`, for
 * Prometheus. None needs a key. All clients share one check of the store, and one text of the metrics, a second.
 */
export function createProbeRouter(
  store: Pick<Store, 'check'> | undefined,
  lifecycle: Lifecycle,
  metrics: Pick<Metrics, 'registry' | 'text'>,
  reportError: ReportError,
): Router {
  const check = sharedRun(async () => store?.check() ?? ok());
  // As bytes: otherwise each response would encode the text again.
  const readMetrics = sharedRun(async () => Buffer.from(await metrics.text()));
  const router = new Router();
  router.get('/health', (ctx) => {
    ctx.body = { health: 'GOOD' };
  });
  router.get('/ready', async (ctx) => {
    if (lifecycle.isStopping) {
      respondWithError(ctx, { type: 'ServiceStopping' }, reportError);
      return;
    }
    const checked = await check();
    if (checked.isErr()) respondWithError(ctx, checked.error, reportError);
    else ctx.body = { health: 'GOOD' };
  });
  router.get('/metrics', async (ctx) => {
    ctx.set('Content-Type', metrics.registry.contentType);
    ctx.body = await readMetrics();
  });
  const others = refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError);
  router.all(['/health', '/ready', '/metrics'], others);
  return router;
}

const INTERVAL_MS = 1_000;

/** Shares work among its callers: it runs at most once a second, and once at a time. */
function sharedRun<T>(work: () => Promise<T>): () => Promise<T> {
  let run: Promise<T> | undefined;
  return () => {
    if (run !== undefined) return run;
    run = work();
    const interval = setTimeout(INTERVAL_MS, undefined, { ref: false });
    void Promise.allSettled([run, interval]).finally(() => {
      run = undefined;
    });
    return run;
  };
}
