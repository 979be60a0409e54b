import { FORECAST_GAUGE } from '@forewarn/forecast/service';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import { readMetrics } from './read-metrics.ts';

const DASHBOARD = new URL('../../../../docs/grafana/forewarn.json', import.meta.url);
const ALERTS = new URL('../../../../docs/prometheus/alerts.yaml', import.meta.url);

/** The labels that Prometheus adds to each sample, and the sample that it adds for each service. */
const OF_PROMETHEUS = ['job', 'instance'];
const ADDED_BY_PROMETHEUS = 'up';

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
  readonly templating: {
    readonly list: readonly { readonly query: string | { readonly query: string } }[];
  };
}

/** A query to Prometheus, and its place in the dashboard. */
interface Query {
  readonly where: string;
  readonly expression: string;
  readonly legend?: string;
}

type Labels = ReadonlyMap<string, string>;

const groupsIn = (text: string, pattern: RegExp): readonly Readonly<Record<string, string>>[] =>
  [...text.matchAll(pattern)].map(({ groups = {} }) => groups);

/** The metrics in an expression, each with what it asks of labels. */
const selectorsIn = (expression: string) =>
  groupsIn(expression, /(?<name>[a-z]\w*)\{(?<braces>[^}]*)\}/g).map(
    ({ name = '', braces = '' }) => ({
      name,
      matchers: groupsIn(braces, /(?<label>\w+)\s*(?<how>=~|!~|!=|=)\s*"(?<value>[^"]*)"/g)
        .filter(({ label = '' }) => !OF_PROMETHEUS.includes(label))
        .map(({ label = '', how = '', value = '' }) => ({
          label,
          admits: (given: string): boolean =>
            (how.endsWith('~') ? new RegExp(`^(?:${value})$`).test(given) : given === value) !==
            how.startsWith('!'),
        })),
    }),
  );

/** The labels that an expression keeps and those in its legend. */
const labelsKept = ({ expression, legend = '' }: Query): readonly string[] =>
  [
    ...groupsIn(expression, / by \((?<labels>[^)]*)\)/g).flatMap(({ labels = '' }) =>
      labels.split(', '),
    ),
    ...groupsIn(legend, /\{\{(?<label>\w+)\}\}/g).map(({ label = '' }) => label),
  ].filter((label) => !OF_PROMETHEUS.includes(label));

/** The samples of a service that was asked, by name. */
async function samplesOf(metrics: Metrics): Promise<ReadonlyMap<string, readonly Labels[]>> {
  metrics.watchProcess();
  metrics.watchSyncs()('current', 1);
  metrics.watchCoverage(async () => [{ projectId: 'shop', coverage: { kind: 'live' } }]);
  metrics.gaugeOf(FORECAST_GAUGE, () => new Map([['fails', 1]]));
  // Counts them.
  await metrics.text();
  metrics.watchConnections(() => ({ used: 0, idle: 0, max: 0, waiting: 0 }));
  metrics.statementFailed('40001');
  metrics.requestEnded({ method: 'GET', route: '/api/admin/projects', status: 503, seconds: 1 });
  const text = await metrics.text();
  const samples = new Map<string, Labels[]>();
  // A histogram, such as that of garbage collections, has no samples before the first observation.
  for (const { name } of groupsIn(text, /^# TYPE (?<name>\w+) histogram$/gm)) {
    for (const part of ['bucket', 'sum', 'count']) samples.set(`${name}_${part}`, []);
  }
  for (const sample of readMetrics(text).keys()) {
    const [name = '', braces = ''] = sample.split(/[{}]/);
    const labels = groupsIn(braces, /(?<label>\w+)="(?<value>[^"]*)"/g);
    const read = new Map(labels.map(({ label = '', value = '' }) => [label, value]));
    samples.set(name, [...(samples.get(name) ?? []), read]);
  }
  return samples;
}

/** The parts of a query that a service does not have. */
function missingOf(query: Query, samples: ReadonlyMap<string, readonly Labels[]>): string[] {
  return selectorsIn(query.expression).flatMap(({ name, matchers }) => {
    if (name === ADDED_BY_PROMETHEUS) return [];
    const there = samples.get(name);
    if (there === undefined) return [`${query.where}: ${name}`];
    const isThere = (labels: Labels): boolean =>
      matchers.every(({ label, admits }) => admits(labels.get(label) ?? ''));
    const labels = [...matchers.map((each) => each.label), ...labelsKept(query)];
    return [
      ...(there.length === 0 || there.some(isThere) ? [] : [`a sample of ${query.expression}`]),
      ...labels.filter((label) => !there.some((each) => each.has(label))),
    ].map((what) => `${query.where}: ${name}: ${what}`);
  });
}

async function queriesOfDashboard(): Promise<readonly Query[]> {
  const { panels, templating } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as Dashboard;
  const variables = templating.list.flatMap(({ query }): readonly Query[] => {
    // One variable is the data source.
    if (typeof query === 'string') return [];
    const [, selector = ''] = /^label_values\(([^,]*(?:\{.*\})?), \w+\)$/.exec(query.query) ?? [];
    return [
      { where: query.query, expression: selector.includes('{') ? selector : `${selector}{}` },
    ];
  });
  const ofPanels = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => {
      return { where: title, expression: expr, legend: legendFormat };
    }),
  );
  return [...variables, ...ofPanels];
}

it('queries existing metrics and labels, and all metrics of the service', async () => {
  const metrics = createMetrics();
  const samples = await samplesOf(metrics);
  const shown = await queriesOfDashboard();
  const alerts = groupsIn(
    await readFile(ALERTS, 'utf8'),
    /- alert: (?<where>\w+)\s+expr: (?:>\s+)?(?<expression>.+)/g,
  ).map(({ where = '', expression = '' }) => ({ where, expression }));

  expect(alerts.filter(({ where }) => where.startsWith('Forewarn'))).not.toEqual([]);
  for (const { expression, where } of [...shown, ...alerts]) {
    expect(selectorsIn(expression), where).not.toEqual([]);
  }
  expect([...shown, ...alerts].flatMap((query) => missingOf(query, samples))).toEqual([]);
  const asked = shown.flatMap(({ expression }) => selectorsIn(expression)).map(({ name }) => name);
  const own = metrics.registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !/^(?:process|nodejs)_/.test(name));
  expect(own.filter((name) => !asked.some((each) => each.startsWith(name)))).toEqual([]);
});
