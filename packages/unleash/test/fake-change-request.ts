/** A whole change request of the fake, as Unleash returns it by its id. */
export interface FakeChangeRequest {
  readonly id: number;
  readonly project: string;
  readonly state: string;
  readonly [field: string]: unknown;
}

const CREATED_AT = '2026-10-01T09:30:00.000Z';
const ANN = { id: 1, username: 'ann', imageUrl: 'https://gravatar.example/ann' };

/** A whole change request that archives a feature, scheduled unless its state is another one. */
export function fakeChangeRequest(
  id: number,
  own: Partial<FakeChangeRequest> = {},
): FakeChangeRequest {
  const { state = 'Scheduled' } = own;
  const schedule = { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' };
  return {
    id,
    project: 'shop',
    state,
    title: `number ${id}`,
    environment: 'production',
    minApprovals: 1,
    createdBy: ANN,
    createdAt: CREATED_AT,
    stateTimestamps: { Draft: CREATED_AT, [state]: CREATED_AT },
    ...(state === 'Scheduled' ? { schedule } : {}),
    features: [fakeFeature('checkout', { id, action: 'archiveFeature' })],
    segments: [],
    approvals: [],
    rejections: [],
    comments: [],
    ...own,
  };
}

/** A feature of a change request, with its changes. */
export const fakeFeature = (
  name: string,
  ...changes: readonly { readonly action: string; readonly [field: string]: unknown }[]
) => ({
  name,
  changes: changes.map((change, index) => ({
    id: index + 1,
    payload: {},
    createdBy: ANN,
    createdAt: CREATED_AT,
    ...change,
  })),
});

/** The features of a change request that a test has not broken. */
const featuresOf = ({ features }: FakeChangeRequest): readonly { readonly name: string }[] =>
  Array.isArray(features) ? features : [];

/** A change request in a list that leaves the changes out. */
export const abbreviated = (changeRequest: FakeChangeRequest): FakeChangeRequest =>
  Array.isArray(changeRequest['features'])
    ? {
        ...changeRequest,
        features: featuresOf(changeRequest).map((feature) => ({ ...feature, changes: [] })),
      }
    : changeRequest;

export function countOf(own: readonly FakeChangeRequest[]) {
  const count = (wanted: string): number => own.filter(({ state }) => state === wanted).length;
  return {
    total: own.length,
    applied: count('Applied'),
    approved: count('Approved'),
    rejected: count('Rejected'),
    reviewRequired: count('In review'),
    scheduled: count('Scheduled'),
  };
}

/** A change request in a search: only the names of what it changes. */
export function itemOf(changeRequest: FakeChangeRequest) {
  const { id, project, environment, state, title = '', createdAt, createdBy } = changeRequest;
  const { schedule, segments } = changeRequest;
  const names = (Array.isArray(segments) ? segments : []) as readonly { readonly name: string }[];
  return {
    id,
    project,
    environment,
    state,
    title,
    createdAt,
    createdBy,
    features: featuresOf(changeRequest).map(({ name }) => name),
    segments: names.map(({ name }) => name),
    ...(schedule === undefined ? {} : { schedule }),
  };
}

/** Whether a change request can still be applied. */
export const isOpen = ({ state }: FakeChangeRequest): boolean =>
  !['Applied', 'Cancelled', 'Rejected'].includes(state);
