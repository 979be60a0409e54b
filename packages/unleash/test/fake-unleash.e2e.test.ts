import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  type FakeChangeRequest,
  fakeChangeRequest,
  fakeFeature,
  fakeProjects,
  type FakeState,
  startFakeUnleash,
} from './fake-unleash.ts';

const STATES = ['Draft', 'In review', 'Approved', 'Applied', 'Cancelled', 'Rejected'] as const;
const SHOP = '/projects/shop/change-requests';
const SEARCH = '/search/change-requests?state=IS:open';

const time = z.iso.datetime();
const user = z.strictObject({
  id: z.int(),
  username: z.string().nullish(),
  imageUrl: z.string().nullish(),
});
const scheduleSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('pending'), scheduledAt: time }),
  z.strictObject({
    status: z.literal('failed'),
    scheduledAt: time,
    reason: z.string(),
    failureReason: z.string().nullish(),
  }),
  z.strictObject({ status: z.literal('suspended'), scheduledAt: time, reason: z.string() }),
]);
const change = {
  id: z.int(),
  action: z.string(),
  payload: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  conflict: z.string().optional(),
  createdBy: user.optional(),
  createdAt: time.optional(),
};
const featureSchema = z.strictObject({
  name: z.string(),
  conflict: z.string().optional(),
  changes: z.array(z.strictObject(change)),
  defaultChange: z.strictObject({ action: z.string(), payload: z.unknown() }).optional(),
});
const common = { id: z.int(), project: z.string(), environment: z.string() };
const whole = {
  ...common,
  title: z.string().optional(),
  minApprovals: z.int(),
  createdBy: user,
  createdAt: time,
  features: z.array(featureSchema),
  segments: z.array(z.strictObject({ ...change, name: z.string() })),
  approvals: z.array(z.unknown()).optional(),
  rejections: z.array(z.unknown()).optional(),
  comments: z.array(z.unknown()).optional(),
  stateTimestamps: z.record(z.string(), time),
};
const item = {
  ...common,
  title: z.string(),
  createdBy: user,
  createdAt: time,
  features: z.array(z.string()),
  segments: z.array(z.string()),
};
/** Only a scheduled one has a schedule. */
const inEachState = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.discriminatedUnion('state', [
    z.strictObject({ ...shape, state: z.enum(STATES) }),
    z.strictObject({ ...shape, state: z.literal('Scheduled'), schedule: scheduleSchema }),
  ]);
const changeRequestSchema = inEachState(whole);
const countSchema = z.strictObject({
  total: z.int(),
  applied: z.int(),
  approved: z.int(),
  rejected: z.int(),
  reviewRequired: z.int(),
  scheduled: z.int(),
});
const searchSchema = z.strictObject({
  changeRequests: z.array(inEachState(item)),
  total: z.int(),
});
const notFoundSchema = z.object({
  name: z.literal('NotFoundError'),
  message: z.string(),
  details: z.array(z.object({ message: z.string() })),
});

/** One in each state, with changes of a feature and of a segment. */
const ALL: FakeChangeRequest[] = [...STATES, 'Scheduled'].map((state, index) =>
  fakeChangeRequest(index + 1, {
    state,
    features: [fakeFeature('checkout', { action: 'updateEnabled', payload: { enabled: true } })],
    segments: [{ id: 1, name: 'beta', action: 'updateSegment', payload: { id: 3, name: 'beta' } }],
  }),
);

async function start(state: Partial<FakeState> = {}) {
  const unleash = await startFakeUnleash({ changeRequests: ALL, ...state });
  onTestFinished(() => unleash.close());
  return async (path: string): Promise<{ readonly status: number; readonly body: unknown }> => {
    const headers = { Authorization: unleash.key };
    const response = await fetch(`${unleash.url}/api/admin${path}`, { headers });
    return { status: response.status, body: await response.json() };
  };
}

test.each([
  ['a list', SHOP, z.array(changeRequestSchema).length(7)],
  ['a change request', `${SHOP}/7`, changeRequestSchema],
  ['a count', `${SHOP}/count`, countSchema],
  ['a search', SEARCH, searchSchema],
  ['a project that it does not have', '/projects/none/change-requests', notFoundSchema],
  ['a change request that it does not have', `${SHOP}/8`, notFoundSchema],
])(
  'the fake Unleash returns %s in the shape of Unleash Enterprise',
  async (_what, path, schema) => {
    const get = await start();

    const { status, body } = await get(path);

    expect(z.prettifyError(schema.safeParse(body).error ?? new z.ZodError([]))).toBe('');
    expect(status).toBe(schema === notFoundSchema ? 404 : 200);
  },
);

test('the fake Unleash has no change requests of an archived project, and does not list it', async () => {
  const projects = [
    ...fakeProjects('office'),
    { id: 'shop', name: 'Shop', archivedAt: '2026-10-01T00:00:00.000Z' },
  ];
  const get = await start({ projects });

  expect((await get('/projects')).body).toMatchObject({ projects: [{ id: 'office' }] });
  expect((await get('/projects/shop/overview')).body).toMatchObject({
    name: 'Shop',
    archivedAt: expect.any(String),
  });
  expect((await get(SHOP)).body).toEqual([]);
  expect((await get(`${SHOP}/count`)).body).toMatchObject({ total: 0 });
  expect((await get(SEARCH)).body).toMatchObject({ total: 0 });
});
