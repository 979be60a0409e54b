import type { Coverage } from '@forewarn/core';

/** The text of `live`. */
export const LIVE = JSON.stringify({ kind: 'live' } satisfies Coverage);

/** The end of the text of a coverage that a sync renews. */
export const SYNCED = '"source":"sync"}';

/** A coverage as the table of projects has it. */
export function coverageText(coverage: Coverage): string | null {
  switch (coverage.kind) {
    case 'none':
      return null;
    case 'live':
      return LIVE;
    case 'as-of': {
      const { kind, asOf, source } = coverage;
      return JSON.stringify({ kind, asOf, source });
    }
  }
}

/** Reads a coverage from the table of projects. */
export function coverageOf(text: string | null): Coverage {
  return text === null ? { kind: 'none' } : (JSON.parse(text) as Coverage);
}
