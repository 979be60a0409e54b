import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { startFakeUnleash } from '../../../unleash/test/fake-unleash.ts';
import { readMetrics } from '../telemetry/read-metrics.ts';
import { ask, searchPath } from './ask.ts';
import { inPostgres } from './open-stores.ts';
import { startService } from './running-service.ts';

const KEY = 'the key of the dashboard';
const DASHBOARD = new URL('../../../../docs/grafana/forewarn.json', import.meta.url);
const HOW_TO = new URL('../../../../docs/how-to/watch-a-service.md', import.meta.url);

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

interface Selector {
  readonly name: string;
  readonly matchers: readonly Matcher[];
}

interface Matcher {
  readonly label: string;
  readonly admits: (value: string) => boolean;
}

type Labels = ReadonlyMap<string, string>;

function matchersIn(braces: string): readonly Matcher[] {
  const matchers = braces.matchAll(/(?<label>\w+)\s*(?<how>=~|!~|!=|=)\s*"(?<value>[^"]*)"/g);
  return [...matchers].map(({ groups: { label = '', how = '', value = '' } = {} }) => {
    const admitted = how.endsWith('~') ? new RegExp(`^(?:${value})$`) : undefined;
    const isIt = (given: string): boolean => admitted?.test(given) ?? given === value;
    return { label, admits: (given) => isIt(given) !== how.startsWith('!') };
  });
}

/** The metrics in an expression, each with its selectors. */
function selectorsIn(expression: string): readonly Selector[] {
  const selectors = expression.matchAll(/(?<name>[a-z]\w*)\{(?<braces>[^}]*)\}/g);
  return [...selectors].map(({ groups: { name = '', braces = '' } = {} }) => ({
    name,
    matchers: matchersIn(braces),
  }));
}

/** The labels that an expression keeps and those in its legend. */
function labelsKept({ expression, legend = '' }: Query): readonly string[] {
  const kept = [...expression.matchAll(/ by \((?<labels>[^)]*)\)/g)];
  const shown = [...legend.matchAll(/\{\{(?<label>\w+)\}\}/g)];
  return [
    ...kept.flatMap(({ groups }) => groups?.['labels']?.split(', ') ?? []),
    ...shown.map(({ groups }) => groups?.['label'] ?? ''),
  ];
}

/** The text is made once a second. */
const WITHIN = { timeout: 10_000, interval: 100 };

/** The samples of a service on Postgres after requests of each kind, by name. */
async function scrapeService(): Promise<ReadonlyMap<string, readonly Labels[]>> {
  const [location, unleash] = await Promise.all([inPostgres(), startFakeUnleash()]);
  onTestFinished(() => unleash.close());
  unleash.state.projects = [{ id: 'shop', name: 'Shop' }];
  const env = {
    DATABASE_URL: location.url,
    INIT_ADMIN_API_TOKENS: KEY,
    UNLEASH_URL: unleash.url,
    UNLEASH_API_KEY: unleash.key,
  };
  const service = await startService(env).catch(async (error: unknown) => {
    await location.remove();
    throw error;
  });
  try {
    const search = { path: searchPath('shop'), key: KEY };
    const scrape = async (): Promise<string> =>
      (await fetch(new URL('/metrics', service.url))).text();
    await vi.waitFor(async () => expect(await scrape()).toContain('project="shop"'), WITHIN);
    await location.remove();
    expect((await ask(service, search)).status).toBe(503);
    const text = await vi.waitFor(async () => {
      const scraped = await scrape();
      expect(scraped).toContain('forewarn_store_errors_total{');
      return scraped;
    }, WITHIN);
    const samples = new Map<string, Labels[]>();
    // A histogram, such as that of garbage collections, has no samples before the first observation.
    for (const [, name] of text.matchAll(/^# TYPE (\w+) histogram$/gm)) {
      for (const part of ['bucket', 'sum', 'count']) samples.set(`${name}_${part}`, []);
    }
    for (const sample of readMetrics(text).keys()) {
      const [name = '', braces = ''] = sample.split(/[{}]/);
      const labels = braces.matchAll(/(?<label>\w+)="(?<value>[^"]*)"/g);
      const read = new Map([...labels].map(([, label = '', value = '']) => [label, value]));
      samples.set(name, [...(samples.get(name) ?? []), read]);
    }
    return samples;
  } finally {
    await service.end('SIGTERM');
  }
}

/** The parts of a query that a service does not have. */
function missingOf(query: Query, scraped: Awaited<ReturnType<typeof scrapeService>>): string[] {
  const missing: string[] = [];
  for (const { name, matchers } of selectorsIn(query.expression)) {
    if (name === ADDED_BY_PROMETHEUS) continue;
    const there = scraped.get(name);
    const own = matchers.filter(({ label }) => !OF_PROMETHEUS.includes(label));
    const isThere = (labels: Labels): boolean =>
      own.every(({ label, admits }) => admits(labels.get(label) ?? ''));
    if (there === undefined) missing.push(`${query.where}: ${name}`);
    else if (there.length > 0 && !there.some(isThere)) {
      missing.push(`${query.where}: a sample of ${query.expression}`);
    }
    for (const label of [...own.map((each) => each.label), ...labelsKept(query)]) {
      const isKnown = OF_PROMETHEUS.includes(label) || there?.some((each) => each.has(label));
      if (isKnown !== true) missing.push(`${query.where}: ${name}{${label}}`);
    }
  }
  return missing;
}

async function queriesOfDashboard(): Promise<readonly Query[]> {
  const { panels, templating } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as Dashboard;
  const variables = templating.list.flatMap(({ query }): readonly Query[] => {
    // One variable is the data source.
    if (typeof query === 'string') return [];
    const values = /^label_values\((?<selector>[^,]*(?:\{.*\})?), \w+\)$/.exec(query.query);
    const { selector = '' } = values?.groups ?? {};
    const expression = selector.includes('{') ? selector : `${selector}{}`;
    return [{ where: query.query, expression }];
  });
  const ofPanels = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => {
      return { where: title, expression: expr, legend: legendFormat };
    }),
  );
  return [...variables, ...ofPanels];
}

async function alerts(): Promise<readonly Query[]> {
  const found = (await readFile(HOW_TO, 'utf8')).matchAll(
    /- alert: (?<where>\w+)\s+expr: (?:>\s+)?(?<expression>.+)/g,
  );
  return [...found].map(({ groups: { where = '', expression = '' } = {} }) => ({
    where,
    expression,
  }));
}

it('queries existing metrics and labels, and all metrics of the service', async () => {
  const scraped = await scrapeService();
  const shown = await queriesOfDashboard();
  const queries = [...shown, ...(await alerts())];
  expect(queries.filter(({ where }) => where.startsWith('Forewarn'))).not.toEqual([]);
  for (const { expression, where } of queries) {
    expect(selectorsIn(expression), where).not.toEqual([]);
  }
  expect(queries.flatMap((query) => missingOf(query, scraped))).toEqual([]);

  const { registry, watchConnections, watchCoverage, watchSyncs } = createMetrics();
  watchSyncs();
  watchCoverage(async () => []);
  watchConnections(() => ({ used: 0, idle: 0, max: 0, waiting: 0 }));
  const own = registry.getMetricsAsArray().map(({ name }) => name);
  const asked = shown.flatMap(({ expression }) => selectorsIn(expression)).map(({ name }) => name);
  expect(own.filter((name) => !asked.some((each) => each.startsWith(name)))).toEqual([]);
});
