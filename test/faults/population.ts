import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import type { StrategyDefinition } from '@forewarn/record';

/** A strategy definition of realistic size. */
export const definition = (name: string, title: string): StrategyDefinition => ({
  name,
  title,
  description: `What ${name} does, at length.`,
  parameters: [{ name: 'percent', type: 'percentage', description: 'how much', required: true }],
  deprecated: false,
  editable: true,
});

/** The feature that all change requests of a project touch. */
export const SHARED = 'touched-by-all';

/** A change request that touches a feature, a strategy of it, and the shared feature. */
export function changeRequest(
  project: string,
  id: number,
  feature: string,
): ScheduledChangeRequest {
  return {
    id,
    title: `Change ${feature}`,
    environment: 'production',
    project,
    state: 'Scheduled',
    schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' },
    features: [
      {
        name: feature,
        changes: [{ action: 'updateStrategy', payload: { id: `strategy of ${feature}` } }],
      },
      { name: SHARED, changes: [{ action: 'archiveFeature' }] },
    ],
    segments: [],
  };
}

/** The feature of a change request of {@link changeRequest}. */
export const featureOf = ({ features }: ScheduledChangeRequest): string => features[0]?.name ?? '';

/** Change requests of a project, each of which makes one change to each of its features. */
export function* touching(
  project: string,
  first: number,
  count: number,
  featuresOf: (id: number) => readonly string[],
  change: Change = { action: 'archiveFeature' },
): Generator<ScheduledChangeRequest> {
  for (let id = first; id < first + count; id++) {
    const features = featuresOf(id).map((name) => ({ name, changes: [change] }));
    yield { ...changeRequest(project, id, `number ${id}`), features };
  }
}
