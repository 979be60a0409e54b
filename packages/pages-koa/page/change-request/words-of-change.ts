import type { Change, ChangeAction } from '@forewarn/core';
import { actionWords, capitalized } from '../parts/action-words.ts';

export interface Words {
  /** A sentence without its full stop. */
  readonly text: string;
  /** What it sets, by name. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

type Payload = Readonly<Record<string, unknown>>;
type Say = (payload: Payload, change: Change) => string;

const quoted = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? `“${value}”` : otherwise;
const strategyOf = ({ name, title, snapshot }: Payload): string => {
  const named = quoted(title ?? name ?? objectOf(snapshot)['name'], '');
  return named === '' ? 'a strategy' : `the strategy ${named}`;
};
const segmentOf = ({ name, id }: Payload, change: Change): string =>
  `the segment ${quoted(name ?? objectOf(change)['name'], typeof id === 'number' ? `${id}` : '')}`.trimEnd();

/** The actions whose payload says more than their name. */
const SENTENCES: { readonly [Action in ChangeAction]?: Say } = {
  updateEnabled: ({ enabled }) =>
    enabled === true ? 'Turn it on' : enabled === false ? 'Turn it off' : 'Turn it on or off',
  addStrategy: (payload) => `Add ${strategyOf(payload)}`,
  updateStrategy: (payload) => `Update ${strategyOf(payload)}`,
  deleteStrategy: (payload) => `Delete ${strategyOf(payload)}`,
  reorderStrategy: () => 'Reorder the strategies',
  patchVariant: () => 'Change the variants',
  archiveFeature: () => 'Archive it',
  addDependency: ({ feature }) => `Make it depend on ${quoted(feature, 'another feature')}`,
  deleteDependency: ({ feature }) =>
    `Remove its dependency on ${quoted(feature, 'another feature')}`,
  updateSegment: (payload, change) => `Update ${segmentOf(payload, change)}`,
  deleteSegment: (payload, change) => `Delete ${segmentOf(payload, change)}`,
};

/** Says what a change does. It never throws, whatever the payload. */
export function wordsOf(change: Change): Words {
  const { action } = change;
  const payload = objectOf(change.payload);
  const say = Object.hasOwn(SENTENCES, action) ? SENTENCES[action as ChangeAction] : undefined;
  const name = payload['name'] ?? objectOf(payload['snapshot'])['name'];
  const text =
    say?.(payload, change) ??
    `${capitalized(actionWords(action)) || 'No action'} ${quoted(name, '')}`.trim();
  return { text, details: detailsOf(payload) };
}

/** Maximum length of a value that is shown. */
const MAX_LENGTH = 300;

function detailsOf(payload: Payload): readonly (readonly [string, string])[] {
  const { parameters, segments, variants, constraints, id } = payload;
  const named: readonly (readonly [string, unknown])[] = [
    ...Object.entries(objectOf(parameters)),
    ['segments', isEmpty(segments) ? undefined : segments],
    [
      'constraints',
      Array.isArray(constraints) && constraints.length > 0 ? constraints.length : undefined,
    ],
    ['variants', Array.isArray(variants) ? variants.map(variantText).join(', ') : undefined],
    ['id', id],
  ];
  return named.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, textOf(value)] as const],
  );
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function variantText(variant: unknown): string {
  const { name, weight } = objectOf(variant);
  return typeof weight === 'number' ? `${textOf(name)} (${weight / 10} %)` : textOf(name);
}

function textOf(value: unknown): string {
  const text = valueText(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

const objectOf = (value: unknown): Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Returns the conflict that Unleash reported for a change or a feature, in words. */
export function conflictText({
  conflict,
  scheduleConflicts,
}: Pick<Change, 'conflict' | 'scheduleConflicts'>): string | undefined {
  if (typeof conflict === 'string' && conflict !== '') return `Conflict: ${conflict}`;
  const { changeRequests } = Object(scheduleConflicts) as { changeRequests?: unknown };
  if (!Array.isArray(changeRequests) || changeRequests.length === 0) return undefined;
  const ids = changeRequests.map((each: unknown) => (Object(each) as { id?: unknown }).id);
  return `Conflict with change request ${valueText(ids)}`;
}

/**
 * Returns a value of JSON as text: a string as it is, the elements of a list one after the other, anything else as JSON. It
 * never calls a method that the value could hide, such as `toString`.
 */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(valueText).join(', ') : (JSON.stringify(value) ?? '');
}
