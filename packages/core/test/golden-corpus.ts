import { createHash } from 'node:crypto';
import {
  type Doubt,
  doubtsIn,
  type ScheduledChangeRequest,
  type Target,
  targetsOf,
} from '../src/index.ts';

type Corpus = readonly {
  readonly changeRequest: Pick<ScheduledChangeRequest, 'features' | 'segments'>;
  readonly targets: readonly Target[];
  readonly doubts: readonly Doubt[];
}[];

const PAYLOADS: readonly unknown[] = [
  undefined,
  null,
  'text',
  {},
  { id: 's-1', name: 'flexibleRollout', segments: [7, 8], feature: 'other', strategyId: 's-2' },
  { id: 7, name: 'region', parameters: { groupId: 'g' }, strategies: [{ id: 's-3' }] },
  [
    { id: 's-4', sortOrder: 1 },
    { id: 's-5', sortOrder: 2 },
  ],
  { enabled: true, variants: [{ name: 'v' }], milestoneId: 'm', planId: 'p', templateId: 't' },
  { id: 's-6', snapshot: { id: 's-6', name: 'userWithId', segments: [9] } },
  {
    planId: 'p',
    snapshot: {
      milestones: [
        { strategies: [{ id: 's-7', name: 'default', segments: [10] }] },
        { strategies: [{ id: 's-8', strategyName: 'remoteAddress' }] },
      ],
    },
  },
];

/** Applies the rule to each action with each kind of payload, under a feature and as a change of a segment. */
export const corpusOf = (actions: readonly string[]): Corpus =>
  actions.flatMap((action) => {
    const changes = PAYLOADS.map((payload) => ({
      action,
      ...(payload === undefined ? {} : { payload }),
    }));
    const changeRequests = [
      ...changes.map((change) => ({
        features: [{ name: 'checkout', changes: [change] }],
        segments: [],
      })),
      ...changes.map((change) => ({ features: [], segments: [change] })),
    ];
    return changeRequests.map((changeRequest) => ({
      changeRequest,
      targets: targetsOf(changeRequest),
      doubts: doubtsIn(changeRequest),
    }));
  });

/** The actions that the table of `known-actions.ts` lists, in its order. */
export function actionsIn(source: string): readonly string[] {
  const table = /^const KNOWN_ACTIONS[^=]*= \{\n(?<rows>.*?)^\};$/ms.exec(source)?.groups?.['rows'];
  return [...(table ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, action = '']) => action);
}

/** Hashes the table and its facets without comments and white space. */
export const tableHashOf = (source: string): string =>
  createHash('sha256')
    .update(source.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '').replaceAll(/\s+/g, ''))
    .digest('hex');
