import { createRequire } from 'node:module';
import process from 'node:process';
import type { Coverage } from '@forewarn/core';
import type { AdminError } from '@forewarn/http';
import type { ProjectCoverage } from '@forewarn/record';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A counter of the metrics, by result, that starts at 0. */
export interface ResultCounter {
  readonly name: string;
  readonly help: string;
  readonly results: readonly string[];
}

interface EndedRequest {
  readonly method: string;
  /** The route's pattern, not the path: the number of series must stay small. */
  readonly route: string;
  readonly status: number | 'cut_off';
  readonly seconds: number;
}

/** The connections of a store at one moment. `waiting` are the calls that wait for one. */
type Connections = Readonly<Record<'used' | 'idle' | 'max' | 'waiting', number>>;

/** The metrics of the service. No label names a feature, a key or a client. */
export type Metrics = ReturnType<typeof createMetrics>;

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
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const gauge = gaugesIn(registers);
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, labelNames: [label], registers });
  const active = gauge('http_server_active_requests', 'Requests in progress.');
  const errors = counter('forewarn_http_errors_total', 'Error responses, by type.', 'error_type');
  for (const type of INITIAL_ERRORS) errors.inc({ error_type: type }, 0);
  const lookups = counter(
    'forewarn_key_lookups_total',
    'Lookups in the cache of API keys, by result: a miss asks the store.',
    'result',
  );
  const lookedUp = { hit: lookups.labels('hit'), miss: lookups.labels('miss') };
  for (const each of Object.values(lookedUp)) each.inc(0);
  const failures = counter(
    'forewarn_store_errors_total',
    'Failed statements, by code, including those that were retried: the SQLSTATE of Postgres, the result code of SQLite, a network error, timeout or unknown.',
    'code',
  );
  const observe = durations(registers);
  tellBuild(registers);
  let watchMore = (): void => {};
  return {
    registry,
    /** Returns all metrics as text for Prometheus. */
    text: async (): Promise<string> => {
      const text = await registry.metrics();
      watchMore();
      return text;
    },
    requestBegan: () => active.inc(),
    requestEnded: (request: EndedRequest) => {
      active.dec();
      observe(request);
    },
    errorResponded: ({ type }: { readonly type: string }) => errors.inc({ error_type: type }),
    /** Counts a look into the cache of keys. */
    keyLookedUp: (result: 'hit' | 'miss') => lookedUp[result].inc(),
    /** Counts a failed statement by its code. */
    statementFailed: (code: string) => failures.inc({ code }),
    /** Starts reporting a store's connections. */
    watchConnections: (count: () => Connections) => watchConnections(gauge, count),
    /** Starts reporting the age of the data. If a look fails, the previous data counts. */
    watchCoverage: (look: LookAtCoverage) => watchAges(gauge, look),
    /** Makes a gauge, which reads its values by label. */
    gaugeOf: ({ name, help, label }: LabelledGauge, read: ReadGauge) => {
      gauge(name, help, label, (all) => {
        all.reset();
        for (const [each, number] of read() ?? []) all.set({ [label]: each }, number);
      });
    },
    /** Starts reporting syncs. Returns a function to call after each. */
    watchSyncs: () => syncDurations(registers),
    /** Makes a counter by result, which starts at 0. Returns a function that counts a result. */
    counterOf: ({ name, help, results }: ResultCounter) => {
      const counted = counter(name, help, 'result');
      for (const result of results) counted.inc({ result }, 0);
      return (result: string) => counted.inc({ result });
    },
    /**
     * Reports the process from the second scrape on: event loop, memory, garbage collection and CPU time. A service without
     * scrapes does not sample its event loop, which takes a hundred timers a second.
     */
    watchProcess: () => {
      watchMore = () => {
        watchMore = () => {};
        collectDefaultMetrics({ register: registry });
      };
    },
  };
}

const { version } = createRequire(import.meta.url)('@forewarn/service/package.json') as {
  readonly version: string;
};

/** Tells which version runs, as the labels of a gauge that is 1. */
function tellBuild(registers: Registry[]): void {
  const labels = { version, node: process.version };
  const help = 'Always 1: the labels are the versions of Forewarn and of Node.';
  const labelNames = Object.keys(labels);
  new Gauge({ name: 'forewarn_build_info', help, labelNames, registers }).set(labels, 1);
}

type MakeGauge = ReturnType<typeof gaugesIn>;

/** Returns a function that makes a gauge. It calls `collect`, if given, before each reading. */
const gaugesIn =
  (registers: Registry[]) =>
  (name: string, help: string, label?: string, collect?: (gauge: Gauge) => unknown): Gauge => {
    const labelNames = label === undefined ? [] : [label];
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect: async () => void (await collect?.(gauge)),
    });
    return gauge;
  };

function durations(registers: Registry[]): (request: EndedRequest) => void {
  const histogram = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of requests to the end of the response, by method (_OTHER if it is not served), pattern of the route, and status (cut_off if the connection ended first).',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: BUCKETS,
    registers,
  });
  return ({ method, route, status, seconds }) =>
    histogram
      .labels(METHODS.has(method) ? method : '_OTHER', route, String(status))
      .observe(seconds);
}

type LookAtCoverage = () => Promise<readonly ProjectCoverage[] | undefined>;

function watchAges(gauge: MakeGauge, look: LookAtCoverage): void {
  let known: readonly ProjectCoverage[] = [];
  gauge(
    'forewarn_data_age_seconds',
    'Age of the data, by project: 0 if it is live, +Inf if it was never listed completely.',
    'project',
    async (ages) => {
      known = (await look()) ?? known;
      ages.reset();
      for (const { projectId: project, coverage } of known) ages.set({ project }, ageOf(coverage));
    },
  );
}

function ageOf(coverage: Coverage): number {
  if (coverage.kind === 'live') return 0;
  if (coverage.kind === 'none') return Infinity;
  // A time in the future comes from a wrong clock: then the age is not known, and must not look like none.
  return Math.abs(Date.now() - Date.parse(coverage.asOf)) / 1_000;
}

export interface LabelledGauge {
  readonly name: string;
  readonly help: string;
  readonly label: string;
}

/** Returns the values of a gauge by its label. */
export type ReadGauge = () => ReadonlyMap<string, number> | undefined;

// A large Unleash takes minutes.
const SYNC_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** `outdated`: some data could not be renewed. */
type SyncOutcome = 'current' | 'outdated' | 'failed';

function syncDurations(registers: Registry[]): (result: SyncOutcome, seconds: number) => void {
  const histogram = new Histogram({
    name: 'forewarn_sync_duration_seconds',
    help: 'Duration of syncs with Unleash, by result: current, outdated (some data got older) or failed.',
    labelNames: ['result'],
    buckets: SYNC_BUCKETS,
    registers,
  });
  for (const result of ['current', 'outdated', 'failed']) histogram.zero({ result });
  return (result, seconds) => histogram.observe({ result }, seconds);
}

function watchConnections(gauge: MakeGauge, count: () => Connections): void {
  const state = 'db_client_connection_state';
  gauge(
    'db_client_connection_count',
    'Connections to Postgres except those of imports and exports, by state: used or idle.',
    state,
    (all) => {
      const { used, idle } = count();
      all.set({ [state]: 'used' }, used);
      all.set({ [state]: 'idle' }, idle);
    },
  );
  gauge(
    'db_client_connection_max',
    'Maximum connections of this node to Postgres.',
    undefined,
    (max) => max.set(count().max),
  );
  gauge(
    'db_client_connection_pending_requests',
    'Calls that wait for a connection to Postgres.',
    undefined,
    (pending) => pending.set(count().waiting),
  );
}
