import { stdout } from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Coverage, Store, StoreUnavailable } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { EXIT, type ExitCode } from '@forewarn/cli';
import { reportFailure, withStore } from './with-store.ts';

/** `forewarn export` */
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
  });
}

const LISTS = ['projects', 'strategies', 'changeRequests'] as const;

/** One document with three lists, one element per line. After a failure it ends in the middle, so that it can't be imported. */
async function* documentOf(
  store: Store,
  onFailure: (failure: StoreUnavailable) => void,
): AsyncGenerator<string> {
  let open = -1;
  let separator = '';
  const openUpTo = (list: number): string => {
    let text = '';
    for (; open < list; open += 1) {
      text += `${open < 0 ? '{' : '\n],'}\n${JSON.stringify(LISTS[open + 1])}: [`;
      separator = '\n';
    }
    return text;
  };
  // The snapshot is not older than this.
  const asOf = new Date().toISOString();
  for await (const entry of store.transfer.export()) {
    if (entry.isErr()) {
      onFailure(entry.error);
      return;
    }
    const { list, value } = elementOf(entry.value, asOf);
    yield `${openUpTo(LISTS.indexOf(list))}${separator}${JSON.stringify(value)}`;
    separator = ',\n';
  }
  yield `${openUpTo(LISTS.length - 1)}\n]\n}\n`;
}

function elementOf(
  entry: StateEntry,
  asOf: string,
): {
  readonly list: (typeof LISTS)[number];
  readonly value: unknown;
} {
  switch (entry.kind) {
    case 'project':
      return { list: 'projects', value: { ...entry.project, ...exported(entry.coverage, asOf) } };
    case 'strategy':
      return { list: 'strategies', value: entry.definition };
    case 'scheduled':
      return { list: 'changeRequests', value: entry.changeRequest };
  }
}

/** Where the document is imported, nothing keeps live data live. */
function exported(coverage: Coverage | undefined, asOf: string): { readonly coverage?: Coverage } {
  if (coverage === undefined || coverage.kind === 'none') return {};
  return {
    coverage: coverage.kind === 'live' ? { kind: 'as-of', asOf, source: 'import' } : coverage,
  };
}
