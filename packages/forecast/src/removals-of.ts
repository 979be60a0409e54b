import type { Intent } from '@forewarn/impact';
import type { GoneTarget } from './forecast.ts';

/** What lists of names say about something that a project no longer has. */
export interface Absence {
  readonly kind: GoneTarget['kind'];
  /** Whether the project has it as archived. */
  readonly isArchived?: boolean;
  /** Whether another project has it. */
  readonly isElsewhere?: boolean;
  /** Whether the names of its kind in all projects are known. */
  readonly areAllListed?: boolean;
  /** Whether those that are archived are among the names of the project. */
  readonly areArchivedListed?: boolean;
}

/** Returns what can have been done to something that a project no longer has. */
export function removalsOf(absence: Absence): readonly Intent[] {
  switch (absence.kind) {
    case 'environment':
      return ['remove'];
    case 'strategy':
    case 'strategyDefinition':
      return ['delete'];
    case 'segment':
      return deletedOrMoved(absence);
    case 'feature': {
      if (absence.isArchived === true) return ['archive'];
      const isKnown = absence.areArchivedListed === true || absence.isElsewhere === true;
      return [...(isKnown ? [] : (['archive'] as const)), ...deletedOrMoved(absence)];
    }
  }
}

function deletedOrMoved({ isElsewhere, areAllListed }: Absence): readonly Intent[] {
  if (isElsewhere === true) return ['move'];
  return areAllListed === true ? ['delete'] : ['delete', 'move'];
}
