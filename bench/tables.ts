import type { Growth } from './growth.ts';
import type { ImpactTimes } from './impact.ts';
import type { Measurement } from './measure-http.ts';

/** Formats a table as text. The first row is the head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats HTTP measurements, each with its ratio to the floor of the same scenario and connections. */
export function httpTable(all: readonly Measurement[]): string {
  const head = [
    'scenario',
    'connections',
    'server',
    'per second',
    'ratio',
    'p50 ms',
    'p99 ms',
    'ratio',
    'CPU ms',
    'ratio',
  ];
  const rows = all.map((each) => {
    const floor = all.find(
      ({ server, scenario, connections }) =>
        server === 'floor' && scenario === each.scenario && connections === each.connections,
    );
    const ratio = (of: 'perSecond' | 'p99Ms' | 'cpuMs'): string =>
      floor === undefined || floor[of] === 0 ? '' : (each[of] / floor[of]).toFixed(2);
    return [
      each.scenario,
      String(each.connections),
      each.server,
      each.perSecond.toFixed(0),
      ratio('perSecond'),
      each.p50Ms.toFixed(0),
      each.p99Ms.toFixed(0),
      ratio('p99Ms'),
      each.cpuMs.toFixed(3),
      ratio('cpuMs'),
    ];
  });
  return tableOf([head, ...rows]);
}

/** Formats the durations of the same search as the store grows, each with its ratio to the smallest. */
export function growthTable(all: readonly Growth[]): string {
  const rows = all.map(({ store, count, p50Us }) => {
    const smallest = all.find((other) => other.store === store);
    const ratio = smallest === undefined ? '' : (p50Us / smallest.p50Us).toFixed(2);
    return [store, String(count), p50Us.toFixed(1), ratio];
  });
  return tableOf([['store', 'change requests', 'p50 µs', 'ratio'], ...rows]);
}

/** Formats the durations of asking about a thousand targets. */
export function impactTable(all: readonly ImpactTimes[]): string {
  const rows = all.map(({ store, impactMs, searchesMs, searchesAtOnceMs }) => [
    store,
    ...[impactMs, searchesMs, searchesAtOnceMs].map((ms) => ms.toFixed(0)),
  ]);
  return tableOf([['store', 'an impact of 1,000 ms', '1,000 searches ms', 'at once ms'], ...rows]);
}
