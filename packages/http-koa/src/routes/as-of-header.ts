import type { Coverage } from '@forewarn/core';

const NO_HEADERS = {};

/** Tells how old the oldest data of the projects is, unless all is live. Without any project, nothing is known. */
export function asOfHeader(coverages: readonly Coverage[]): Readonly<Record<string, string>> {
  const times = coverages.flatMap((each) => (each.kind === 'as-of' ? [each.asOf] : []));
  const isUnknown = coverages.length === 0 || coverages.some(({ kind }) => kind === 'none');
  if (isUnknown) return { 'Forewarn-As-Of': 'none' };
  const [oldest] = times.toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return oldest === undefined ? NO_HEADERS : { 'Forewarn-As-Of': oldest };
}
