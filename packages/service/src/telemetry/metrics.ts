import type { Coverage, ProjectCoverage } from '@forewarn/core';
import type { AdminError } from '@forewarn/http-koa';
import type { Connections } from '@forewarn/store-postgres';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A request that has ended. */
interface EndedRequest {
  readonly method: string;
  /** The route's pattern, not the path: the number of series must stay small. */
  readonly route: string;
  readonly status: number | 'cut_off';
  readonly seconds: number;
}

/** The metrics of the service. No label names a feature, a key or a client. */
export interface Metrics {
  readonly registry: Registry;
  readonly requestBegan: () => void;
  readonly requestEnded: (request: EndedRequest) => void;
  readonly errorResponded: (error: { readonly type: string }) => void;
  /** Counts a look into the cache of keys. */
  readonly keyLookedUp: (result: 'hit' | 'miss') => void;
  /** Counts a failed statement by its code. */
  readonly statementFailed: (code: string) => void;
  /** Starts reporting a store's connections. */
  readonly watchConnections: (count: () => Connections) => void;
  /** Starts reporting the age of the data. If a look fails, the previous data counts. */
  readonly watchCoverage: (look: () => Promise<readonly ProjectCoverage[] | undefined>) => void;
  /** Starts reporting syncs. Returns a function to call after each. */
  readonly watchSyncs: () => (result: SyncOutcome, seconds: number) => void;
  /** Starts reporting the process: event loop, memory, garbage collection and CPU time. */
  readonly watchProcess: () => void;
}

/** `outdated`: some data could not be renewed. */
type SyncOutcome = 'current' | 'outdated' | 'failed';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

// A search takes about a millisecond, and the default deadline is five seconds.
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Prometheus sees no increase in a series that starts at 1, and the first of these errors should raise an alert.
const INITIAL_ERRORS: readonly AdminError['type'][] = [
  'InternalError',
  'StoreUnavailable',
  'AuthorizerUnavailable',
  'DeadlinePassed',
];

/** Makes the metrics in a new registry. Names follow OpenTelemetry's conventions where they exist. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const active = new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests in progress.',
    registers,
  });
  const errors = new Counter({
    name: 'forewarn_http_errors_total',
    help: 'Error responses, by type.',
    labelNames: ['error_type'],
    registers,
  });
  for (const type of INITIAL_ERRORS) errors.inc({ error_type: type }, 0);
  const lookups = new Counter({
    name: 'forewarn_key_lookups_total',
    help: 'Lookups in the cache of API keys, by result.',
    labelNames: ['result'],
    registers,
  });
  const lookedUp = { hit: lookups.labels('hit'), miss: lookups.labels('miss') };
  for (const each of Object.values(lookedUp)) each.inc(0);
  const failures = new Counter({
    name: 'forewarn_store_errors_total',
    help: 'Failed statements, by code, including those that were retried.',
    labelNames: ['code'],
    registers,
  });
  const observe = durations(registers);
  return {
    registry,
    requestBegan: () => active.inc(),
    requestEnded: (request) => {
      active.dec();
      observe(request);
    },
    errorResponded: ({ type }) => errors.inc({ error_type: type }),
    keyLookedUp: (result) => lookedUp[result].inc(),
    statementFailed: (code) => failures.inc({ code }),
    watchConnections: (count) => {
      for (const gauge of connectionGauges(count)) registry.registerMetric(gauge);
    },
    watchCoverage: (look) => registry.registerMetric(ageGauge(look)),
    watchSyncs: () => {
      const histogram = syncDurations();
      registry.registerMetric(histogram);
      return (result, seconds) => histogram.observe({ result }, seconds);
    },
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

/** Caches the labelled histogram of each route and status: the lookup costs more than the observation. */
function durations(registers: Registry[]): (request: EndedRequest) => void {
  const histogram = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests, by method, route and status.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: BUCKETS,
    registers,
  });
  const known = new Map<string, Histogram.Internal<string>>();
  return ({ method: given, route, status, seconds }) => {
    const method = METHODS.has(given) ? given : '_OTHER';
    const key = `${method} ${status} ${route}`;
    let observed = known.get(key);
    if (observed === undefined) {
      observed = histogram.labels(method, route, String(status));
      known.set(key, observed);
    }
    observed.observe(seconds);
  };
}

function ageGauge(look: () => Promise<readonly ProjectCoverage[] | undefined>): Gauge {
  let known: readonly ProjectCoverage[] = [];
  return new Gauge({
    name: 'forewarn_data_age_seconds',
    help: 'Age of the data, by project: 0 if it is live, +Inf if it was never listed completely.',
    labelNames: ['project'],
    registers: [],
    async collect() {
      known = (await look()) ?? known;
      this.reset();
      for (const { projectId, coverage } of known)
        this.set({ project: projectId }, ageOf(coverage));
    },
  });
}

function ageOf(coverage: Coverage): number {
  if (coverage.kind === 'live') return 0;
  if (coverage.kind === 'none') return Infinity;
  return Math.max(0, Date.now() - Date.parse(coverage.asOf)) / 1_000;
}

// A large Unleash takes minutes.
const SYNC_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

function syncDurations(): Histogram<'result'> {
  const histogram = new Histogram({
    name: 'forewarn_sync_duration_seconds',
    help: 'Duration of syncs with Unleash, by result: current, outdated (in part) or failed.',
    labelNames: ['result'],
    buckets: SYNC_BUCKETS,
    registers: [],
  });
  for (const result of ['current', 'outdated', 'failed'] as const) histogram.zero({ result });
  return histogram;
}

function connectionGauges(count: () => Connections): readonly Gauge[] {
  const state = 'db_client_connection_state';
  return [
    new Gauge({
      name: 'db_client_connection_count',
      help: 'Connections to the database, by state.',
      labelNames: [state],
      registers: [],
      collect() {
        const { used, idle } = count();
        this.set({ [state]: 'used' }, used);
        this.set({ [state]: 'idle' }, idle);
      },
    }),
    new Gauge({
      name: 'db_client_connection_max',
      help: 'Maximum connections to the database.',
      registers: [],
      collect() {
        this.set(count().max);
      },
    }),
    new Gauge({
      name: 'db_client_connection_pending_requests',
      help: 'Calls that wait for a connection to the database.',
      registers: [],
      collect() {
        this.set(count().waiting);
      },
    }),
  ];
}
