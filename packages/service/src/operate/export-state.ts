import { stdout } from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Coverage, StoreUnavailable } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { StateEntry } from '@forewarn/record';
import { EXIT, type ExitCode } from '@forewarn/cli';
import { reportFailure, withStore } from '../commands/with-store.ts';
import { deletedDefinitions } from './deleted-definitions.ts';

export function exportState(): Promise<ExitCode> {
  return withStore(async (store) => {
    const failures: StoreUnavailable[] = [];
    const text = documentOf(store, (failure) => failures.push(failure));
    let brokenOutput: unknown;
    stdout.once('error', (error) => {
      brokenOutput = error;
    });
    try {
      await pipeline(Readable.from(text), stdout, { end: false });
    } catch (error) {
      if (error === brokenOutput) return EXIT.failed;
      throw error;
    }
    const [failure] = failures;
    return failure === undefined ? EXIT.done : reportFailure(failure);
  }, 'refuse');
}

/** The lists of the document, in the order of the entries. Forecasts need those that are deleted. */
const NAMES = ['projects', 'strategies', 'changeRequests', 'deletedStrategies'] as const;
const LISTS = { project: 0, strategy: 1, scheduled: 2 } as const;

/** One document with four lists, one element per line. After a failure it ends in the middle, so that it can't be imported. */
export async function* documentOf(
  store: Pick<Store, 'transfer' | 'events'>,
  onFailure: (failure: StoreUnavailable) => void,
): AsyncGenerator<string> {
  let open = -1;
  let separator = '\n';
  // The document begins with its first element, so that an early failure writes nothing.
  const openUpTo = (list: number): string => {
    let opened = '';
    for (; open < list; open += 1) {
      opened += `${open === -1 ? '{' : '\n],'}\n"${NAMES[open + 1]}": [`;
      separator = '\n';
    }
    return opened;
  };
  const names = new Set<string>();
  // The snapshot is not older than this.
  const asOf = new Date().toISOString();
  for await (const entry of store.transfer.export()) {
    if (entry.isErr()) return onFailure(entry.error);
    const opened = openUpTo(LISTS[entry.value.kind]);
    yield `${opened}${separator}${JSON.stringify(elementOf(entry.value, asOf))}`;
    separator = ',\n';
    if (entry.value.kind === 'strategy') names.add(entry.value.definition.name);
  }
  const deleted = await deletedDefinitions(store.events);
  if (deleted.isErr()) return onFailure(deleted.error);
  for (const [name, definition] of deleted.value) {
    if (names.has(name)) continue;
    yield `${openUpTo(NAMES.length - 1)}${separator}${JSON.stringify(definition)}`;
    separator = ',\n';
  }
  yield `${openUpTo(LISTS.scheduled)}\n]\n}\n`;
}

function elementOf(entry: StateEntry, asOf: string): unknown {
  switch (entry.kind) {
    case 'project':
      return { ...entry.project, ...exported(entry.coverage, asOf) };
    case 'strategy':
      return entry.definition;
    case 'scheduled':
      return entry.changeRequest;
  }
}

/** Where the document is imported, nothing keeps live data live. */
function exported(coverage: Coverage | undefined, asOf: string): { readonly coverage?: Coverage } {
  if (coverage === undefined || coverage.kind === 'none') return {};
  return {
    coverage: coverage.kind === 'live' ? { kind: 'as-of', asOf, source: 'import' } : coverage,
  };
}
