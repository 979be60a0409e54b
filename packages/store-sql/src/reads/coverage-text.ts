import type { Coverage, ProjectCoverage } from '@forewarn/core';

/** The text of `live`. */
export const LIVE = coverageText({ kind: 'live' });

/** The text of `none`. */
export const NONE = coverageText({ kind: 'none' });

/** A coverage as the table of projects has it. */
export function coverageText(coverage: Coverage): string {
  if (coverage.kind !== 'as-of') return JSON.stringify({ kind: coverage.kind });
  const { kind, asOf, source } = coverage;
  return JSON.stringify({ kind, asOf, source });
}

/** Reads a coverage from the table of projects. */
export function coverageOf(text: string | null): Coverage {
  return text === null ? { kind: 'none' } : (JSON.parse(text) as Coverage);
}

/** The coverage of each project, from its row. */
export function coveragesOf(
  rows: readonly { readonly id: string; readonly coverage: string | null }[],
): readonly ProjectCoverage[] {
  return rows.map(({ id, coverage }) => ({ projectId: id, coverage: coverageOf(coverage) }));
}
