import { FORECAST_GAUGE } from '@forewarn/forecast/service';
import { DELIVERY_COUNTER } from '@forewarn/notify/service';
import { createMetrics } from '../../packages/service/src/telemetry/metrics.ts';

/** A metric of prom-client, whose types leave these out. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

export function metricsPage(): string {
  const { registry, watchConnections, watchCoverage, watchSyncs, ...metrics } = createMetrics();
  watchConnections(() => ({ used: 0, idle: 0, max: 0, waiting: 0 }));
  watchCoverage(async () => []);
  watchSyncs();
  metrics.gaugeOf(FORECAST_GAUGE, () => undefined);
  metrics.counterOf(DELIVERY_COUNTER);
  const rows = registry.getMetricsAsArray().map((metric) => {
    const { name, help, labelNames } = metric as unknown as Described;
    const labels = labelNames.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${metric.constructor.name.toLowerCase()} | ${labels} | ${help} |`;
  });
  return `# Metrics

Those of [\`GET /metrics\`](../how-to/watch-a-service.md#metrics), beside the default ones of [prom-client](https://github.com/siimon/prom-client).

| name | type | labels | what it is |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
