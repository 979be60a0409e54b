import { autocannon } from './autocannon.ts';
import type { Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

/** One round of a scenario on one server. */
export interface Round {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server's process per request; not a number where it can't be read. */
  readonly cpuMs: number;
}

interface RoundLoad {
  readonly connections: number;
  readonly seconds: number;
  /** Maximum requests of a scenario that uses up rows. */
  readonly maxRequests: number;
}

/** How often autocannon looks whether the time is over. */
const LOOK_MS = 50;

/** A scenario, and what its requests need to know of their server. */
export interface Measured<Server> extends Omit<Scenario, 'requests'> {
  readonly requests: (server: Server, count: number) => ReturnType<Scenario['requests']>;
}

/** Sends a scenario's requests for some time over some connections. */
export async function measureHttp<Server extends Pick<ServerProcess, 'name' | 'url' | 'cpuMs'>>(
  server: Server,
  scenario: Measured<Server>,
  { connections, seconds, maxRequests }: RoundLoad,
): Promise<Round> {
  const requests = await scenario.requests(server, maxRequests);
  const cpuBefore = server.cpuMs();
  const begunAt = performance.now();
  let lastAt = begunAt;
  const load = autocannon({
    url: server.url,
    connections,
    duration: seconds,
    sampleInt: LOOK_MS,
    requests,
    ...(scenario.usesUpRows === true && { maxOverallRequests: maxRequests }),
  });
  void load.on('response', () => {
    lastAt = performance.now();
  });
  const result = await load;
  const { total } = result.requests;
  const expected = result.statusCodeStats[scenario.status]?.count ?? 0;
  if (expected !== total || total === 0 || result.errors > 0) {
    throw new Error(
      `${scenario.name} on ${server.name}: ${total - expected} of ${total} responses are not ${scenario.status}`,
    );
  }
  return {
    // The requests can run out before the time is over.
    perSecond: (total / (lastAt - begunAt)) * 1_000,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: (server.cpuMs() - cpuBefore) / total,
  };
}
