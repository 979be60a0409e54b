import type { ScheduledChangeRequest } from '@forewarn/core';
import type { KindOfTarget } from './oracle-rule.ts';

interface Touch {
  readonly action: string | undefined;
  readonly feature: string | undefined;
}

const UPDATES = ['addStrategy', 'updateStrategy', 'updateMilestoneStrategy'];
const STRATEGIES = [
  'updateStrategy',
  'updateMilestoneStrategy',
  'deleteStrategy',
  'reorderStrategy',
];
const USES = ['addStrategy', 'updateStrategy'];

const suspended = (reschedulable: boolean, rule: string) => ({
  outcome: 'suspended',
  reschedulable,
  rule,
});
const fails = (rule: string) => ({ outcome: 'fails', rule });
const unknown = (rule: string) => ({ outcome: 'unknown', rule });

/** The rows of the specification's table: what is done, the actions that it affects, and how. */
const ROWS: readonly (readonly [what: string, actions: readonly string[], consequence: object])[] =
  [
    ['delete strategy', STRATEGIES, suspended(false, 'strategy-deleted')],
    ['update strategy', STRATEGIES, suspended(true, 'strategy-updated')],
    ['update variants', ['patchVariant'], suspended(true, 'variants-updated')],
    ['update segment', UPDATES, suspended(true, 'segment-updated')],
    ['delete segment', [...UPDATES, 'updateSegment', 'deleteSegment'], fails('segment-deleted')],
    ['delete definition', USES, fails('definition-deleted')],
    ['update definition', USES, unknown('definition-updated')],
  ];

/** Looks a consequence up in the table of the specification. */
export function consequenceOf(
  {
    kind,
    value,
    intent,
  }: { readonly kind: KindOfTarget; readonly value: string; readonly intent: string },
  { action = '', feature }: Touch,
  { features }: Pick<ScheduledChangeRequest, 'features'>,
): object {
  const what = `${intent} ${kind}`;
  if (what === 'archive feature') {
    if (feature !== value) return fails('parent-archived');
    const under = features.filter(({ name }) => name === value);
    const changes = under.flatMap((each) => each.changes);
    if (changes.some((change) => change.action !== 'archiveFeature')) {
      return suspended(false, 'feature-archived');
    }
    if (under.every((each) => each.changes.length > 0)) {
      return { outcome: 'unaffected', rule: 'already-archiving' };
    }
  }
  const row = ROWS.find(([done, actions]) => done === what && actions.includes(action));
  return row?.[2] ?? unknown('not-documented');
}
