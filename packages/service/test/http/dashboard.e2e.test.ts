import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { readMetrics } from '../telemetry/read-metrics.ts';
import { ask, searchPath } from './ask.ts';
import { inPostgres } from './open-stores.ts';
import { startService } from './running-service.ts';

const DASHBOARD = new URL('../../../../docs/grafana/forewarn.json', import.meta.url);

/** What Prometheus itself adds to each sample. */
const OF_PROMETHEUS = ['job', 'instance'];

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
  readonly templating: {
    readonly list: readonly { readonly query: string | { readonly query: string } }[];
  };
}

const namesIn = (list: string): readonly string[] =>
  list.split(',').map((each) => /\w+/.exec(each)?.[0] ?? each);

/** The metrics that an expression asks for, each with the labels that it selects by. */
function selectorsIn(expression: string): readonly (readonly [string, readonly string[]])[] {
  const selectors = expression.matchAll(/(?<name>[a-z]\w*)\{(?<labels>[^}]*)\}/g);
  return [...selectors].map(({ groups }) => [
    groups?.['name'] ?? '',
    namesIn(groups?.['labels'] ?? ''),
  ]);
}

/** The labels that an expression keeps, and those that its legend shows. */
function labelsKept(expression: string, legend: string): readonly string[] {
  const kept = [...expression.matchAll(/ by \((?<labels>[^)]*)\)/g)];
  const shown = [...legend.matchAll(/\{\{(?<label>\w+)\}\}/g)];
  return [
    ...kept.flatMap(({ groups }) => namesIn(groups?.['labels'] ?? '')),
    ...shown.map(({ groups }) => groups?.['label'] ?? ''),
  ];
}

/** The metrics of a service on Postgres that has had requests of each kind, with the labels that each has. */
async function scrapeService(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const location = await inPostgres();
  const env = { DATABASE_URL: location.url, INIT_ADMIN_API_TOKENS: 'key' };
  const service = await startService(env).catch(async (error: unknown) => {
    await location.remove();
    throw error;
  });
  try {
    await ask(service, { path: searchPath('shop'), key: 'key' });
    await location.remove();
    expect((await ask(service, { path: '/ready' })).status).toBe(503);
    const text = await (await fetch(new URL('/metrics', service.url))).text();
    const labels = new Map<string, Set<string>>();
    // A histogram has no samples before the first observation, that of the garbage collection, say.
    for (const [, name] of text.matchAll(/^# TYPE (\w+) histogram$/gm)) {
      for (const part of ['bucket', 'sum', 'count']) labels.set(`${name}_${part}`, new Set());
    }
    for (const sample of readMetrics(text).keys()) {
      const [name = '', inBraces = ''] = sample.split(/[{}]/);
      const names = [...inBraces.matchAll(/(?<label>\w+)="/g)].map(
        (each) => each.groups?.['label'],
      );
      labels.set(name, new Set([...(labels.get(name) ?? []), ...names.map(String)]));
    }
    return labels;
  } finally {
    await service.end('SIGTERM');
  }
}

it('asks for metrics and labels that a service has, and for all of its own', async () => {
  const { panels, templating } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as Dashboard;
  const scraped = await scrapeService();
  const missing: string[] = [];
  const expectAll = (where: string, name: string, labels: readonly string[]): void => {
    const there = scraped.get(name);
    if (there === undefined) missing.push(`${where}: ${name}`);
    for (const label of labels) {
      const isThere = OF_PROMETHEUS.includes(label) || there?.has(label) === true;
      if (!isThere) missing.push(`${where}: ${name}{${label}}`);
    }
  };
  const asked = new Set<string>();
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat } of targets) {
      const selectors = selectorsIn(expr);
      expect(selectors, title).not.toEqual([]);
      for (const [name, labels] of selectors) {
        asked.add(name);
        expectAll(title, name, [...labels, ...labelsKept(expr, legendFormat)]);
      }
    }
  }
  for (const { query } of templating.list) {
    // One is the data source.
    if (typeof query === 'string') continue;
    const values = /^label_values\((?<name>\w+)(?:\{(?<labels>.*)\})?, \w+\)$/.exec(query.query);
    const { name = query.query, labels } = values?.groups ?? {};
    expectAll(query.query, name, labels === undefined ? [] : namesIn(labels));
  }
  expect(missing).toEqual([]);

  const { registry, watchConnections } = createMetrics();
  watchConnections(() => ({ used: 0, idle: 0, max: 0, waiting: 0 }));
  const own = registry.getMetricsAsArray().map(({ name }) => name);
  expect(own.filter((name) => ![...asked].some((each) => each.startsWith(name)))).toEqual([]);
});
