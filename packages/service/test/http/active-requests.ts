import type { Telemetry } from '../../src/telemetry/telemetry.ts';

/** The number of requests in progress. */
export async function activeRequests({ metrics }: Telemetry): Promise<number> {
  const read = await metrics.registry.getSingleMetric('http_server_active_requests')?.get();
  return read?.values[0]?.value ?? 0;
}
