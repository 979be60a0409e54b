import type { ProjectCoverage } from '@forewarn/record';
import { expect, it } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { readMetrics } from './read-metrics.ts';

it('has the age of the data of each project, and keeps the coverage of the last look that worked', async () => {
  const { watchCoverage, registry } = createMetrics();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const asOf = hoursAgo(1);
  const looks: (readonly ProjectCoverage[] | undefined)[] = [
    [
      { projectId: 'shop', coverage: { kind: 'as-of', asOf, source: 'import' } },
      { projectId: 'garden', coverage: { kind: 'live' } },
      { projectId: 'future', coverage: { kind: 'as-of', asOf: hoursAgo(-2), source: 'sync' } },
      { projectId: 'office', coverage: { kind: 'none' } },
    ],
    undefined,
    [{ projectId: 'garden', coverage: { kind: 'live' } }],
  ];
  watchCoverage(async () => looks.shift());
  const ages = async () =>
    [...readMetrics(await registry.metrics())].filter(([name]) => name.includes('data_age'));
  const all = [
    ['forewarn_data_age_seconds{project="shop"}', expect.closeTo(3_600, -2)],
    ['forewarn_data_age_seconds{project="garden"}', 0],
    ['forewarn_data_age_seconds{project="future"}', expect.closeTo(7_200, -2)],
    ['forewarn_data_age_seconds{project="office"}', Infinity],
  ];

  expect(await ages()).toEqual(all);
  expect(await ages()).toEqual(all);
  expect(await ages()).toEqual([all[1]]);
});

it('has the versions of Forewarn and of Node', async () => {
  const info = [...readMetrics(await createMetrics().registry.metrics()).keys()].filter((name) =>
    name.startsWith('forewarn_build_info'),
  );

  expect(info).toEqual([
    expect.stringMatching(
      /^forewarn_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v\d+\.\d+\.\d+"\}$/,
    ),
  ]);
});

it('reads the connections of a store at each scrape', async () => {
  const { watchConnections, registry } = createMetrics();
  expect(await registry.metrics()).not.toContain('db_client');
  let used = 1;
  watchConnections(() => ({ used: used++, idle: 3, max: 10, waiting: 5 }));
  const connections = async () =>
    [...readMetrics(await registry.metrics())].filter(([name]) => name.startsWith('db_client'));
  const rest = [
    ['db_client_connection_count{db_client_connection_state="idle"}', 3],
    ['db_client_connection_max', 10],
    ['db_client_connection_pending_requests', 5],
  ];
  const first = await connections();
  expect(first.slice(1)).toEqual(rest);
  expect((await connections()).at(0)?.[1]).toBeGreaterThan(first[0]?.[1] ?? Number.NaN);
});

it('starts the counters of errors that raise alerts at zero', async () => {
  const { registry, errorResponded } = createMetrics();
  const errors = async () =>
    [...readMetrics(await registry.metrics())].filter(([name]) => name.includes('error_type='));
  const none = [
    ['forewarn_http_errors_total{error_type="InternalError"}', 0],
    ['forewarn_http_errors_total{error_type="StoreUnavailable"}', 0],
    ['forewarn_http_errors_total{error_type="AuthorizerUnavailable"}', 0],
    ['forewarn_http_errors_total{error_type="DeadlinePassed"}', 0],
  ];
  expect(await errors()).toEqual(none);
  errorResponded({ type: 'InternalError' });
  expect(await errors()).toEqual([[none[0]?.[0], 1], ...none.slice(1)]);
});

it('samples the event loop from the first scrape on', async () => {
  const { text, watchProcess } = createMetrics();
  watchProcess();
  const lag = async () => [...readMetrics(await text()).keys()].includes(LAG);

  expect([await lag(), await lag()]).toEqual([false, true]);
});

const LAG = 'nodejs_eventloop_lag_p99_seconds';
