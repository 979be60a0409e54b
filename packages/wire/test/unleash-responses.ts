/** A response of Unleash to `GET /api/admin/projects`. */
export const PROJECTS = {
  version: 1,
  projects: [
    {
      name: 'Web shop',
      id: 'shop',
      description: null,
      health: 94,
      featureCount: 12,
      memberCount: 3,
      createdAt: '2026-01-11T10:00:00.000Z',
      mode: 'open',
      favorite: false,
    },
    { name: 'Office', id: 'office', createdAt: '2026-01-12T10:00:00.000Z', archivedAt: null },
  ],
};

/** `GET /api/admin/strategies` */
export const STRATEGIES = {
  version: 1,
  strategies: [
    {
      displayName: 'Gradual rollout',
      name: 'flexibleRollout',
      editable: false,
      description: 'Roll out to a percentage of your userbase.',
      parameters: [
        { name: 'rollout', type: 'percentage', description: '', required: false },
        {
          name: 'stickiness',
          type: 'string',
          description: 'Used define stickiness.',
          required: true,
        },
      ],
      deprecated: false,
      title: null,
    },
    {
      displayName: null,
      name: 'byCountry',
      editable: true,
      description: null,
      parameters: [{ name: 'countries', type: 'list', description: 'ISO 3166', required: true }],
      deprecated: false,
      title: null,
    },
  ],
};

const ANN = { id: 1, username: 'ann', imageUrl: 'https://gravatar.example/ann' };

/** Returns a change request in a response of Unleash, with these fields. */
export const changeRequest = (own: Readonly<Record<string, unknown>>) => ({
  id: 12,
  title: 'New checkout for everyone',
  environment: 'production',
  environmentType: 'production',
  project: 'shop',
  state: 'Scheduled',
  minApprovals: 1,
  createdBy: ANN,
  createdAt: '2026-10-01T09:30:00.000Z',
  stateTimestamps: { Draft: '2026-10-01T09:30:00.000Z', Scheduled: '2026-10-02T09:30:00.000Z' },
  features: [
    {
      name: 'new-checkout',
      conflict: null,
      changes: [
        {
          id: 31,
          action: 'updateStrategy',
          payload: {
            id: '6a4c1f0e-2b7d-4b6c-9d0a-51f1c2f3a7b8',
            name: 'flexibleRollout',
            title: null,
            constraints: [],
            parameters: { rollout: '100', stickiness: 'default', groupId: 'new-checkout' },
            variants: [],
            segments: [3],
            disabled: false,
          },
          createdBy: ANN,
          createdAt: '2026-10-01T09:30:00.000Z',
        },
      ],
      defaultChange: null,
    },
  ],
  segments: [],
  approvals: [{ createdBy: ANN, createdAt: '2026-10-02T09:00:00.000Z' }],
  rejections: [],
  comments: [],
  schedule: { scheduledAt: '2027-01-11T06:00:00.000Z', status: 'pending' },
  ...own,
});

/** `GET /api/admin/projects/shop/change-requests` */
export const CHANGE_REQUESTS = [
  changeRequest({}),
  changeRequest({ id: 13, title: null, schedule: null, segments: null }),
  changeRequest({ id: 14, state: 'Applied' }),
  changeRequest({ id: 15, state: 'In review', schedule: null }),
];
