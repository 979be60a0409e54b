import type { AdminError } from '@forewarn/http-koa';
import type { Connections } from '@forewarn/store-postgres';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { failureCode } from './failure-code.ts';

/** A request that was answered, or cut off. */
interface AnsweredRequest {
  readonly method: string;
  /** Its pattern, never its path: there must be few of them. */
  readonly route: string;
  readonly status: number | 'cut_off';
  readonly seconds: number;
}

/** What the service counts and measures. Nothing of it tells of a project, a feature, a key or a client. */
export interface Metrics {
  readonly registry: Registry;
  readonly requestBegan: () => void;
  readonly requestEnded: (request: AnsweredRequest) => void;
  readonly errorAnswered: (error: { readonly type: string }) => void;
  /** A key was looked for in memory. */
  readonly keyLookedUp: (result: 'hit' | 'miss') => void;
  readonly statementFailed: (error: unknown) => void;
  /** Reports a store's connections from now on. */
  readonly watchConnections: (count: () => Connections) => void;
  /** Reports the process from now on: its event loop, memory, garbage collection and CPU time. */
  readonly watchProcess: () => void;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

// A search takes about a millisecond, and the deadline is five seconds unless it is set.
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// Prometheus sees no increase in a series that begins at 1, and the first of these has to wake somebody.
const FROM_THE_START: readonly AdminError['type'][] = [
  'InternalError',
  'StoreUnavailable',
  'AuthorizerUnavailable',
  'DeadlinePassed',
];

/** Makes the metrics, in a registry of their own. Where OpenTelemetry has a name for one, it has this name. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const active = new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests that are being answered.',
    registers,
  });
  const errors = new Counter({
    name: 'forewarn_http_errors_total',
    help: 'Errors that were answered, by type.',
    labelNames: ['error_type'],
    registers,
  });
  for (const type of FROM_THE_START) errors.inc({ error_type: type }, 0);
  const lookups = new Counter({
    name: 'forewarn_key_lookups_total',
    help: 'API keys that were looked for in memory, by whether they were there.',
    labelNames: ['result'],
    registers,
  });
  const lookedUp = { hit: lookups.labels('hit'), miss: lookups.labels('miss') };
  for (const each of Object.values(lookedUp)) each.inc(0);
  const failures = new Counter({
    name: 'forewarn_store_errors_total',
    help: 'Statements that failed, by code, those included that were sent again.',
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
    errorAnswered: ({ type }) => errors.inc({ error_type: type }),
    keyLookedUp: (result) => lookedUp[result].inc(),
    statementFailed: (error) => failures.inc({ code: failureCode(error) }),
    watchConnections: (count) => {
      for (const gauge of connectionGauges(count)) registry.registerMetric(gauge);
    },
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

/** Keeps what is looked up for each route and status, which costs more than the observation. */
function durations(registers: Registry[]): (request: AnsweredRequest) => void {
  const histogram = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
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
      help: 'The most connections to the database that there can be.',
      registers: [],
      collect() {
        this.set(count().max);
      },
    }),
    new Gauge({
      name: 'db_client_connection_pending_requests',
      help: 'What waits for a connection to the database.',
      registers: [],
      collect() {
        this.set(count().waiting);
      },
    }),
  ];
}
