import type { BesideTimes } from './beside.ts';
import type { Measurement } from './compare.ts';
import type { DeleteTimes } from './deletes.ts';
import type { ForecastTimes } from './forecast.ts';
import type { CleanupTimes } from './cleanup.ts';
import type { PreviewTimes } from './preview.ts';
import type { Growth } from './growth.ts';
import type { ImpactTimes } from './impact.ts';
import type { ImportTimes } from './imports.ts';
import type { RivalTimes } from './rivals.ts';
import { type Spread, spreadText } from './spread.ts';

/** Formats a row in columns of fixed widths, so that a table can be printed as it grows. */
function rowOf(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();
}

/** Formats a table as text. The first row is the head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) => rowOf(row, widths)).join('\n');
}

const COMPARISON_WIDTHS = [30, 5, 15, 24, 5, 5, 18, 5, 6, 5];

/** Formats the comparison with direct implementations. */
export const rivalTable = (all: readonly RivalTimes[]): string =>
  tableOf([
    ['scenario', 'conn', 'server', 'per second', 'CPU ms', 'Forewarn is ahead by'],
    ...all.map(({ scenario, connections, server, perSecond, cpuMs, ahead }) => [
      scenario,
      String(connections),
      server,
      spreadText(perSecond),
      spreadText(cpuMs, 3),
      ahead === undefined ? '' : spreadText(ahead, 2),
    ]),
  ]);

/** Formats deletes beside those of Unleash. */
export const deleteTable = (all: readonly DeleteTimes[]): string =>
  tableOf([
    ['deletes, conn', 'server', 'per second', 'ahead of Unleash by'],
    ...all.map(({ connections, server, perSecond, ahead }) => [
      String(connections),
      server,
      spreadText(perSecond),
      ahead === undefined ? '' : spreadText(ahead, 2),
    ]),
  ]);

/** The head of the comparison. A ratio is to the floor. */
export const COMPARISON = rowOf(
  [
    'scenario',
    'conn',
    'server',
    'per second',
    'ratio',
    'p50',
    'p99 ms',
    'ratio',
    'CPU ms',
    'ratio',
  ],
  COMPARISON_WIDTHS,
);

/** Formats the measurements of one scenario and number of connections. */
export function comparisonRows(all: readonly Measurement[]): readonly string[] {
  const floor = all.find(({ server }) => server === 'floor');
  const ratio = (of: Spread | undefined, to: Spread | undefined): string =>
    of === undefined || to === undefined || to.median === 0
      ? ''
      : (of.median / to.median).toFixed(2);
  return all.map(({ scenario, connections, server, perSecond, p50Ms, p99Ms, cpuMs }) =>
    rowOf(
      [
        scenario,
        String(connections),
        server,
        spreadText(perSecond),
        ratio(perSecond, floor?.perSecond),
        p50Ms === undefined ? '' : p50Ms.median.toFixed(0),
        p99Ms === undefined ? '' : spreadText(p99Ms),
        ratio(p99Ms, floor?.p99Ms),
        cpuMs === undefined ? '' : cpuMs.median.toFixed(3),
        ratio(cpuMs, floor?.cpuMs),
      ],
      COMPARISON_WIDTHS,
    ),
  );
}

const IMPORT_WIDTHS = [10, 9, 10, 10];

/** The head of the imports. */
export const IMPORTS = rowOf(['import', 'seconds', 'peak MiB', 'start ms'], IMPORT_WIDTHS);

/** Formats an import. */
export const importRow = ({ store, seconds, peakMiB, startUpMs }: ImportTimes): string =>
  rowOf([store, seconds.toFixed(1), peakMiB.toFixed(0), startUpMs.toFixed(0)], IMPORT_WIDTHS);

const GROWTH_WIDTHS = [10, 16, 8, 5];

/** The head of the growth. */
export const GROWTH = rowOf(['search', 'change requests', 'p50 µs', 'ratio'], GROWTH_WIDTHS);

/** Formats the duration of a search, with its ratio to that in the smallest store of the kind. */
export function growthRow({ store, count, p50Us }: Growth, all: readonly Growth[]): string {
  const smallest = all.find((other) => other.store === store)?.p50Us ?? p50Us;
  return rowOf(
    [store, String(count), p50Us.toFixed(1), (p50Us / smallest).toFixed(2)],
    GROWTH_WIDTHS,
  );
}

/** Formats the durations of asking about a thousand targets. */
export function impactTable(all: readonly ImpactTimes[]): string {
  const rows = all.map(({ store, impactMs, searchesMs, searchesAtOnceMs }) => [
    store,
    ...[impactMs, searchesMs, searchesAtOnceMs].map((ms) => ms.toFixed(0)),
  ]);
  return tableOf([['store', 'an impact of 1,000 ms', '1,000 searches ms', 'at once ms'], ...rows]);
}

const FORECAST_WIDTHS = [35, 10, 8, 8, 6, 10, 14, 8];

/** The head of the forecasts. */
export const FORECAST = rowOf(
  ['scheduled', 'store', 'p50 ms', 'all ms', 'pages', 'forecasts', 'standstill ms', 'peak MiB'],
  FORECAST_WIDTHS,
);

/** Formats the forecasts of a population. */
export const forecastRow = ({ scheduled, store, ...figures }: ForecastTimes): string => {
  const { p50Ms, allMs, pages, forecasts, standstillMs, peakMiB } = figures;
  const numbers = [allMs, pages, forecasts, standstillMs, peakMiB].map((each) => each.toFixed(0));
  return rowOf([scheduled, store, p50Ms.toFixed(1), ...numbers], FORECAST_WIDTHS);
};

const PREVIEW_WIDTHS = [35, 10, 6, 8, 8, 6, 14, 8];

/** The head of the previews. */
export const PREVIEW = rowOf(
  ['scheduled', 'store', 'edits', 'p50 ms', 'max ms', 'known', 'standstill ms', 'peak MiB'],
  PREVIEW_WIDTHS,
);

/** Formats the previews of a population. */
export const previewRow = ({ scheduled, store, edits, p50Ms, maxMs, ...more }: PreviewTimes) => {
  const { known, standstillMs, peakMiB } = more;
  const numbers = [known, standstillMs, peakMiB].map((each) => each.toFixed(0));
  const times = [p50Ms, maxMs].map((each) => each.toFixed(1));
  return rowOf([scheduled, store, String(edits), ...times, ...numbers], PREVIEW_WIDTHS);
};

const CLEANUP_WIDTHS = [27, 10, 10, 6, 8, 8, 9, 14, 8];

/** The head of the clean-ups. */
export const CLEANUP = rowOf(
  [
    'scheduled',
    'store',
    'candidates',
    'pages',
    'p50 ms',
    'max ms',
    'removable',
    'standstill ms',
    'peak MiB',
  ],
  CLEANUP_WIDTHS,
);

/** Formats the plans of a clean-up. */
export const cleanupRow = ({ scheduled, store, ...figures }: CleanupTimes): string => {
  const { candidates, pages, p50Ms, maxMs, removable, standstillMs, peakMiB } = figures;
  const numbers = [candidates, pages, p50Ms, maxMs, removable, standstillMs, peakMiB];
  return rowOf([scheduled, store, ...numbers.map((each) => each.toFixed(0))], CLEANUP_WIDTHS);
};

const BESIDE_WIDTHS = [30, 10, 8, 24, 24, 14];

/** The head of the searches beside other work: without it, beside it, and their ratio. */
export const BESIDE_HEAD = rowOf(
  ['search beside', 'store', 'seconds', 'p50 ms', 'p95 ms', 'standstill ms'],
  BESIDE_WIDTHS,
);

/** Formats the searches beside other work. */
export const besideRow = ({ work, store, seconds, p50Ms, p95Ms, standstillMs }: BesideTimes) => {
  const compared = ([without, beside]: readonly [number, number]): string =>
    `${without.toFixed(2)} to ${beside.toFixed(2)} (${(beside / without).toFixed(2)})`;
  return rowOf(
    [work, store, seconds.toFixed(1), compared(p50Ms), compared(p95Ms), standstillMs.toFixed(0)],
    BESIDE_WIDTHS,
  );
};
