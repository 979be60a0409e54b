import autocannon from 'autocannon';
import type { Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

/** What was measured of one scenario on one server. */
export interface Measurement {
  readonly scenario: string;
  readonly server: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server's process, for each request. */
  readonly cpuMs: number;
}

const WARM_UP_SECONDS = 1;

/** Sends a scenario's requests for some seconds, over so many connections, after a warm-up. */
export async function measureHttp(
  server: ServerProcess,
  scenario: Scenario,
  connections: number,
  seconds: number,
): Promise<Measurement> {
  const load = { url: server.url, connections, requests: scenario.requests() };
  await autocannon({ ...load, duration: WARM_UP_SECONDS });
  const cpuBefore = server.cpuMs();
  const result = await autocannon({ ...load, duration: seconds });
  const cpu = server.cpuMs() - cpuBefore;
  const { total } = result.requests;
  const expected = result.statusCodeStats[scenario.status]?.count ?? 0;
  if (expected !== total || result.errors > 0) {
    throw new Error(
      `${scenario.name} on ${server.name}: ${total - expected} of ${total} answers are not ${scenario.status}`,
    );
  }
  return {
    scenario: scenario.name,
    server: server.name,
    connections,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: cpu / total,
  };
}
