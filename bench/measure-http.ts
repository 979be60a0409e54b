import autocannon, { type Load } from 'autocannon';
import type { Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

/** The measurements of one scenario on one server. */
export interface Measurement {
  readonly scenario: string;
  readonly server: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server's process per request. */
  readonly cpuMs: number;
}

const WARM_UP_SECONDS = 1;
/** The warm-up's share of the requests of a scenario with a maximum. */
const WARM_UP_SHARE = 0.25;

/** Sends a scenario's requests for some seconds over some connections, after a warm-up. */
export async function measureHttp(
  server: ServerProcess,
  scenario: Scenario,
  connections: number,
  seconds: number,
): Promise<Measurement> {
  const send = (duration: number, share: number): Load =>
    autocannon({
      url: server.url,
      connections,
      duration,
      requests: scenario.requests(server.databaseUrl),
      ...(scenario.maxRequests === undefined
        ? {}
        : { maxOverallRequests: Math.floor(scenario.maxRequests * share) }),
    });
  await send(WARM_UP_SECONDS, WARM_UP_SHARE);
  const cpuBefore = server.cpuMs();
  const begunAt = performance.now();
  let lastAt = begunAt;
  const load = send(seconds, 1 - WARM_UP_SHARE);
  void load.on('response', () => {
    lastAt = performance.now();
  });
  const result = await load;
  const cpu = server.cpuMs() - cpuBefore;
  const { total } = result.requests;
  const expected = result.statusCodeStats[scenario.status]?.count ?? 0;
  if (expected !== total || result.errors > 0) {
    throw new Error(
      `${scenario.name} on ${server.name}: ${total - expected} of ${total} responses are not ${scenario.status}`,
    );
  }
  return {
    scenario: scenario.name,
    server: server.name,
    connections,
    // The requests can run out before the time is over.
    perSecond: (total / (lastAt - begunAt)) * 1_000,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: cpu / total,
  };
}
