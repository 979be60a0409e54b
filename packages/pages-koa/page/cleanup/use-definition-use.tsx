import type { CleanupSchema } from '@forewarn/client';
import type { ComponentChildren } from 'preact';
import { type Sent, UNREADABLE } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';
import { plural } from '../parts/action-words.ts';
import { dateTimeText } from '../parts/times.ts';
import { FeatureLinks } from '../parts/feature-links.tsx';

/** Maximum length of a path. One of this length has at most 100 names, the maximum of a request. */
const MAX_LENGTH = 2_100;

/** Reads which features use strategy definitions. Of those that are too many for one request, it is not known. */
export function useDefinitionUse(
  names: readonly string[],
): ((name: string) => ComponentChildren) | undefined {
  const { send } = useSession();
  let path = 'cleanup?';
  for (const name of names) {
    const next = `${path}&strategyDefinition=${encodeURIComponent(name)}`;
    if (next.length < MAX_LENGTH) path = next;
  }
  const { value, failure } = useLoad(path, async (signal): Promise<Sent<CleanupSchema>> =>
    path === 'cleanup?' ? UNREADABLE : send<CleanupSchema>({ path, signal }),
  );
  if (value === undefined && failure === undefined) return undefined;
  const { candidates: all = [], asOf } = (failure === undefined && value) || {};
  const age = asOf === undefined ? '' : `As of ${dateTimeText(asOf)}: `;
  return (name) => {
    const { usedBy: { features = [], count = 0, isWhole = false } = {}, evidence = [] } =
      all.find(({ target }) => target.strategyDefinition === name) ?? {};
    if (count === 0) {
      if (evidence.some(({ rule }) => rule === 'used')) return `${age}A release template uses it.`;
      return isWhole ? `${age}No feature uses it.` : 'Whether features use it is not known.';
    }
    const more = count - features.length;
    return (
      <>
        {age}Used by {plural(count, 'feature')}
        {!isWhole && ' or more'}: <FeatureLinks names={features} />
        {more > 0 && ` and ${more} more`}.
      </>
    );
  };
}
