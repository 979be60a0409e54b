import {
  type Doubt,
  doubtsIn,
  PLURAL_WORDS,
  type ScheduledChangeRequest,
  type TargetKind,
} from '@forewarn/core';
import type { Unreadable } from '@forewarn/unleash';

/** What a change omits, and what therefore does not find it. */
const OMITTED: Readonly<Record<TargetKind, readonly [what: string, finder: string]>> = {
  feature: ['the feature that it changes', 'that feature'],
  strategy: ['the id that it changes', 'that id'],
  featureVariants: ['the variants that it changes', 'that feature'],
  segment: ['the id that it changes', 'that id'],
  strategyDefinition: ['its strategy definition', 'that definition'],
};

const KINDS_LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Warns of the parts of a change request that searches may miss. The import keeps them. */
export function warningsOf(changeRequest: ScheduledChangeRequest): readonly Unreadable[] {
  const { features, segments } = changeRequest;
  if (features.length === 0 && segments.length === 0) return [NOTHING_LISTED];
  return doubtsIn(changeRequest).flatMap((doubt) =>
    wordsFor(doubt).map((what): Unreadable => {
      const path = doubt.action === undefined ? `${doubt.path}.changes` : doubt.path;
      return { path: `.${path}`, what };
    }),
  );
}

const NOTHING_LISTED: Unreadable = {
  path: '',
  what: 'lists neither features nor segments: imported, but no search finds it',
};

function wordsFor({ action, feature, kinds, why }: Doubt): readonly string[] {
  if (action === undefined) {
    return [`lists no changes: imported, but only the feature "${feature}" finds it`];
  }
  switch (why) {
    case 'unknown-action':
      return [
        `the action ${JSON.stringify(action)} is unknown: imported, but only its feature finds it`,
      ];
    case 'missing-id':
      return kinds.map((kind) => {
        const [what, finder] = OMITTED[kind];
        return `${action} does not name ${what}: imported, but ${finder} does not find it`;
      });
    case 'not-listed': {
      const omitted = KINDS_LIST.format(kinds.map((kind) => PLURAL_WORDS[kind]));
      return [`${action} does not list its ${omitted}: imported, but they do not find it`];
    }
  }
}
