import type { EventContent } from '../model/event.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';

/** What can be said anew of a strategy definition. What is absent is taken away. */
export type StrategyUpdate = Pick<
  StrategyDefinition,
  'displayName' | 'title' | 'description' | 'parameters'
>;

/** A change of a strategy definition. */
export type StrategyChange =
  | { readonly kind: 'update'; readonly update: StrategyUpdate }
  | { readonly kind: 'deprecate' }
  | { readonly kind: 'reactivate' };

/** The event that records a change of a strategy definition. */
export type StrategyChangedEvent = Extract<
  EventContent,
  { readonly data: StrategyDefinition; readonly preData: StrategyDefinition }
>;

/** What a change makes of a strategy definition, and what is recorded of it. */
export function changedStrategy(
  preData: StrategyDefinition,
  change: StrategyChange,
): StrategyChangedEvent {
  switch (change.kind) {
    case 'update': {
      const { name, deprecated, editable } = preData;
      const { parameters } = change.update;
      const data = { name, ...textsOf(change.update), parameters, deprecated, editable };
      return { type: 'strategy-updated', data, preData };
    }
    case 'deprecate':
      return { type: 'strategy-deprecated', data: { ...preData, deprecated: true }, preData };
    case 'reactivate':
      return { type: 'strategy-reactivated', data: { ...preData, deprecated: false }, preData };
  }
}

/** One by one: what is passed as an update may be a whole definition, and its name and the rest must not come along. */
function textsOf({
  displayName,
  title,
  description,
}: StrategyUpdate): Omit<StrategyUpdate, 'parameters'> {
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}
