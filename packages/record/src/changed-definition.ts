import type { EventContent } from './event.ts';
import type {
  DefinitionChange,
  StrategyDefinition,
  DefinitionUpdate,
} from './strategy-definition.ts';

/** The event that records a change of a strategy definition. */
export type DefinitionChangedEvent = Extract<
  EventContent,
  { readonly data: StrategyDefinition; readonly preData: StrategyDefinition }
>;

/** Applies a change to a strategy definition. Returns the event, with the new definition as `data`. */
export function changedDefinition(
  preData: StrategyDefinition,
  change: DefinitionChange,
): DefinitionChangedEvent {
  switch (change.kind) {
    case 'update': {
      const { name, deprecated, editable } = preData;
      const { parameters } = change.update;
      const data = { name, ...textsOf(preData, change.update), parameters, deprecated, editable };
      return { type: 'strategy-updated', data, preData };
    }
    case 'deprecate':
      return { type: 'strategy-deprecated', data: { ...preData, deprecated: true }, preData };
    case 'reactivate':
      return { type: 'strategy-reactivated', data: { ...preData, deprecated: false }, preData };
  }
}

const TEXTS = ['displayName', 'title', 'description'] as const;

/** Field by field: a caller may pass a whole definition as an update, and its name must not be copied. */
function textsOf(
  preData: StrategyDefinition,
  update: DefinitionUpdate,
): Pick<StrategyDefinition, (typeof TEXTS)[number]> {
  const texts = TEXTS.map((field) => {
    const updated = update[field];
    // An update to the stored text changes nothing, even where an empty one was imported.
    const isKept = updated === undefined || updated === preData[field];
    return [field, isKept ? preData[field] : updated || undefined] as const;
  });
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}
