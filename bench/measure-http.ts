import { autocannon } from './autocannon.ts';
import type { Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

/** The load of a round. */
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

/** Sends a scenario's requests for some time over some connections. Returns how many got their response in a second. */
export async function measureHttp<Server extends Pick<ServerProcess, 'name' | 'url'>>(
  server: Server,
  scenario: Measured<Server>,
  { connections, seconds, maxRequests }: RoundLoad,
): Promise<number> {
  const requests = await scenario.requests(server, maxRequests);
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
  const expected = result.statusCodeStats[200]?.count ?? 0;
  if (expected !== total || total === 0 || result.errors > 0) {
    throw new Error(
      `${scenario.name} on ${server.name}: ${total - expected} of ${total} responses are not 200`,
    );
  }
  // The requests can run out before the time is over.
  return (total / (lastAt - begunAt)) * 1_000;
}
