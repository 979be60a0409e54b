import type {
  FeatureChanges,
  ScheduledChangeRequest,
  SearchedTarget,
  Target,
} from '@forewarn/core';

/** The default project of samples. */
export const PROJECT = 'shop';

/** Returns a change request that touches nothing, with the given fields. */
export const changeRequest = (
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest => ({
  id: 1,
  environment: 'production',
  project: PROJECT,
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: '2030-01-31T08:00:00.000Z' },
  features: [],
  segments: [],
  ...given,
});

/** Returns changes that touch only these features. */
export const enabling = (...names: readonly string[]): readonly FeatureChanges[] =>
  names.map((name) => ({
    name,
    changes: [{ action: 'updateEnabled', payload: { enabled: true } }],
  }));

export const feature = (name: string): SearchedTarget => ({ kind: 'feature', name });

type Touched = Pick<ScheduledChangeRequest, 'features' | 'segments'> &
  Partial<Pick<ScheduledChangeRequest, 'environment' | 'createdBy'>>;

const SUBJECT = 'the subject';

const change = (name: string, action: string, payload: unknown): Touched => ({
  features: [{ name, changes: [{ action, payload }] }],
  segments: [],
});

/** Returns changes that touch the target and no other of its kind. */
export function touching(target: Target): Touched {
  switch (target.kind) {
    case 'feature':
      return { features: enabling(target.name), segments: [] };
    case 'strategy':
      return change(SUBJECT, 'deleteStrategy', { id: target.id });
    case 'featureVariants':
      return change(target.feature, 'patchVariant', []);
    case 'segment':
      return {
        features: [],
        segments: [{ action: 'updateSegment', payload: { id: target.id } }],
      };
    case 'strategyDefinition':
      return change(SUBJECT, 'addStrategy', { name: target.name });
    case 'environment':
      return { environment: target.name, features: enabling(SUBJECT), segments: [] };
    case 'contextField':
      return change(SUBJECT, 'addStrategy', {
        name: SUBJECT,
        constraints: [{ contextName: target.name }],
      });
    case 'user':
      return { createdBy: target.name, features: enabling(SUBJECT), segments: [] };
  }
}

/** Returns a change request that touches strategy definitions, with the given fields. */
export const using = (
  definitions: readonly string[],
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  changeRequest({
    features: definitions.flatMap(
      (name) => touching({ kind: 'strategyDefinition', name }).features,
    ),
    ...given,
  });

// Escapes and keys that a database's JSON type would lose, reorder or refuse.
const STUBBORN_JSON =
  '{"z":1,"a":{"__proto__":{"id":"x"},"constructor":null},"nul":"\\u0000","half":"\\ud800",' +
  '"big":12345678901234567000,"small":1e-7,"empty":{},"":"","b":[[],{},"\\u2028"]}';

/** A change request with the greatest id, whose JSON text is easily altered. */
export const stubbornChangeRequest = changeRequest({
  id: Number.MAX_SAFE_INTEGER,
  features: [
    {
      name: 'a',
      changes: [{ action: 'updateEnabled', payload: JSON.parse(STUBBORN_JSON) }],
    },
  ],
});
