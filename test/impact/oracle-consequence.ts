import type { ScheduledChangeRequest } from '@forewarn/core';
import type { KindOfTarget } from './oracle-rule.ts';

interface Touch {
  readonly action: string | undefined;
  readonly feature: string | undefined;
}

/** Looks a consequence up in the table of the specification, row by row. */
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
  const isOneOf = (...actions: readonly string[]): boolean => actions.includes(action);

  if (what === 'archive feature') {
    if (feature !== value) return { outcome: 'fails', rule: 'parent-archived' };
    const under = features.filter(({ name }) => name === value);
    const changes = under.flatMap((each) => each.changes);
    if (changes.some((change) => change.action !== 'archiveFeature')) {
      return { outcome: 'suspended', reschedulable: false, rule: 'feature-archived' };
    }
    if (under.every((each) => each.changes.length > 0)) {
      return { outcome: 'unaffected', rule: 'already-archiving' };
    }
  }
  const changesStrategy = isOneOf(
    'updateStrategy',
    'updateMilestoneStrategy',
    'deleteStrategy',
    'reorderStrategy',
  );
  if (what === 'delete strategy' && changesStrategy) {
    return { outcome: 'suspended', reschedulable: false, rule: 'strategy-deleted' };
  }
  if (what === 'update strategy' && changesStrategy) {
    return { outcome: 'suspended', reschedulable: true, rule: 'strategy-updated' };
  }
  if (what === 'update variants' && isOneOf('patchVariant')) {
    return { outcome: 'suspended', reschedulable: true, rule: 'variants-updated' };
  }
  const includesSegment = isOneOf('addStrategy', 'updateStrategy', 'updateMilestoneStrategy');
  if (what === 'update segment' && includesSegment) {
    return { outcome: 'suspended', reschedulable: true, rule: 'segment-updated' };
  }
  if (what === 'delete segment' && (includesSegment || isOneOf('updateSegment', 'deleteSegment'))) {
    return { outcome: 'fails', rule: 'segment-deleted' };
  }
  const usesDefinition = isOneOf('addStrategy', 'updateStrategy');
  if (what === 'delete definition' && usesDefinition) {
    return { outcome: 'fails', rule: 'definition-deleted' };
  }
  if (what === 'update definition' && usesDefinition) {
    return { outcome: 'unknown', rule: 'definition-updated' };
  }
  return { outcome: 'unknown', rule: 'not-documented' };
}
