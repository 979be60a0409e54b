import type { ScheduledChangeRequest } from '@forewarn/core';
import { doubtWords } from '@forewarn/impact';
import { doubtsIn, type EndedEntry, mayLackDefaultChange, type StateEntry } from '@forewarn/record';
import type { Unreadable } from '@forewarn/wire/documents';

/**
 * Warns of what an entry may lack.
 *
 * @param complete the ids of the projects of which the import says that it has all
 */
export function warningsAbout(
  entry: StateEntry | EndedEntry,
  complete: readonly string[],
): readonly Unreadable[] {
  if (entry.kind !== 'scheduled') return [];
  const { changeRequest } = entry;
  const isComplete = complete.includes(changeRequest.project);
  return [...warningsOf(changeRequest), ...(isComplete ? defaultsOf(changeRequest) : [])];
}

/** Warns of features of which it is not seen what Unleash adds: elements of its list do not say so. */
const defaultsOf = ({ features }: ScheduledChangeRequest): readonly Unreadable[] =>
  features.flatMap((feature, f) => {
    const what =
      'imported, but it has no defaultChange: if it is not as Unleash returns it by id, import it as that';
    return mayLackDefaultChange(feature) ? [{ path: `.features[${f}]`, what }] : [];
  });

/** Warns of the parts of a change request that searches may miss. The import keeps them. */
export function warningsOf(changeRequest: ScheduledChangeRequest): readonly Unreadable[] {
  const { features, segments } = changeRequest;
  if (features.length === 0 && segments.length === 0) {
    return [
      { path: '', what: 'lists neither features nor segments: imported, but no search finds it' },
    ];
  }
  return doubtsIn(changeRequest).map((doubt) => {
    const { action, feature, path } = doubt;
    const [what, where] =
      action === undefined
        ? [`the feature "${feature}"`, `.${path}.changes`]
        : [`a change with the action ${JSON.stringify(action)}`, `.${path}`];
    return { path: where, what: `imported, but ${what} ${doubtWords(doubt)}` };
  });
}
