import { type Gone, GONE_NEXT_WORDS } from '@forewarn/forecast';
import { RULE_WORDS } from '@forewarn/impact';
import type { Place, Read } from '../impact/oracle-reading.ts';
import { consequenceOf, type Done, RULES } from '../impact/oracle-consequence.ts';
import type { KindOfTarget } from '../impact/oracle-rule.ts';
import { forecastFor, type Ruled, unknown } from './oracle-consequences.ts';

/** What the removal of something that is gone does to a change request. */
interface FoundGone {
  readonly gone: Gone;
  readonly touch: Place;
  readonly consequence: { readonly outcome: string };
}

/** What the specification says of a removal once it has happened, though Unleash refuses it before. */
const ONCE_DONE: Readonly<Record<string, keyof typeof RULES>> = {
  'included-segment-deleted': 'segment-deleted',
  'included-segment-moved': 'segment-moved',
};
/** The rules about release plans whose removals nothing says more about. */
const ONCE_UNKNOWN = ['planned-definition-deleted'];

/** What a removal that has happened does to a change request at a place. */
function consequenceOnceDone(done: Done, touch: Place, to: Read): { readonly outcome: string } {
  const { rule, outcome } = consequenceOf(done, touch, to.changeRequest) as Ruled;
  const isUnknown = ONCE_UNKNOWN.includes(rule) || outcome === 'refused';
  const once = ONCE_DONE[rule] ?? (isUnknown ? 'no-rule' : rule);
  const [is, evidence, reschedulable] = RULES[once];
  const { why, next } = RULE_WORDS[once];
  const words: Readonly<Record<string, string>> = GONE_NEXT_WORDS;
  const found = { outcome: is, reschedulable, evidence, rule: once, why };
  return Object.assign(found, { next: words[once] ?? next });
}

/** The kind and the value of what is gone. */
function nameOfGone({ target }: Gone): readonly [KindOfTarget, string] {
  if (target.kind === 'strategyDefinition') return ['definition', target.name];
  return [target.kind, 'name' in target ? target.name : `${target.id}`];
}

/** What a change request needs and is gone, compared place by place. */
export const goneFor = (victim: Read, gone: readonly Gone[]): readonly FoundGone[] =>
  victim.places.flatMap((touch) =>
    gone.flatMap((each): readonly FoundGone[] => {
      const [kind, value] = nameOfGone(each);
      const isOfProject = [undefined, victim.changeRequest.project].includes(each.projectId);
      if (!isOfProject || !touch.touched.includes(`${kind} ${value}`)) return [];
      const all = each.removals.map((intent) =>
        consequenceOnceDone({ kind, value, intent }, touch, victim),
      );
      const [first] = all;
      const isSure = new Set(all.map(forecastFor)).size === 1;
      const sure = all.findLast(({ outcome }) => outcome === 'fails') ?? first;
      const consequence = isSure && sure !== undefined ? sure : unknown('removal-unknown');
      return consequence.outcome === 'unaffected' ? [] : [{ gone: each, touch, consequence }];
    }),
  );
