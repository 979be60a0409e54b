/// <reference types="vite/types/importMeta.d.ts" />
import { FORECAST_GAUGE } from '@forewarn/forecast/service';
import { DELIVERY_COUNTER } from '@forewarn/notify/service';
import { expect, test } from 'vitest';
import { createMetrics } from '../../packages/service/src/telemetry/metrics.ts';

// Vite loads the file, so that this test stays in the tier without I/O.
const PAGES = import.meta.glob<string>('../how-to/{operate,watch-a-service}.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the metrics page has a row for each metric of the service, and no other', () => {
  const metrics = createMetrics();
  const { registry, watchConnections, watchCoverage, watchSyncs } = metrics;
  watchConnections(() => ({ used: 0, idle: 0, max: 0, waiting: 0 }));
  watchCoverage(async () => []);
  watchSyncs();
  metrics.gaugeOf(FORECAST_GAUGE, () => undefined);
  metrics.counterOf(DELIVERY_COUNTER);
  const inCode = registry.getMetricsAsArray().map((metric) => {
    const { labelNames } = metric as unknown as { readonly labelNames: readonly string[] };
    return `${metric.name} ${metric.constructor.name.toLowerCase()} ${labelNames.join(', ')}`;
  });
  const rows = (PAGES['../how-to/watch-a-service.md'] ?? '').matchAll(
    /^\| `(?<name>\w+)`\s*\| (?<type>\w+)\s*\| (?<labels>[^|]*?)\s*\|/gm,
  );
  const documented = [...rows].map(
    ({ groups }) =>
      `${groups?.['name']} ${groups?.['type']} ${(groups?.['labels'] ?? '').replaceAll('`', '')}`,
  );

  expect(documented.toSorted()).toEqual(inCode.toSorted());
});

test('each alert has a severity, and a link to what the page of operators says about it', () => {
  const alerts = [
    ...(PAGES['../how-to/watch-a-service.md'] ?? '').matchAll(
      /- alert: (?<name>\w+)\n(?<rule>(?: {8}.*\n)+)/g,
    ),
  ].map(({ groups }) => ({ name: groups?.['name'] ?? '', rule: groups?.['rule'] ?? '' }));
  const titles = [...(PAGES['../how-to/operate.md'] ?? '').matchAll(/^### (?<title>\w+)$/gm)].map(
    ({ groups }) => groups?.['title'] ?? '',
  );

  expect(alerts.map(({ name }) => name).toSorted()).toEqual(titles.toSorted());
  for (const { name, rule } of alerts) {
    expect(rule).toMatch(/^ {8}labels: \{ severity: (?:critical|warning) \}$/m);
    expect(rule).toContain(`/docs/how-to/operate.md#${name.toLowerCase()}\n`);
  }
});
