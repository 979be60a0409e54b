import type { Client, InUse, OPERATIONS, Outcome, SearchOutcome } from '../src/index.ts';

/** A change request that can be recorded. */
export const CHANGE_REQUEST = {
  id: 7,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
} as const;

type Call = (client: Client) => Promise<InUse | Outcome<unknown> | SearchOutcome>;

export const CALLS: Readonly<Record<keyof typeof OPERATIONS, Call>> = {
  getScheduledChangeRequests: (client) =>
    client.getScheduledChangeRequests('shop', { feature: ['checkout'] }),
  getChangeRequestsForProject: (client) => client.getChangeRequestsForProject('shop'),
  getChangeRequests: (client) => client.getChangeRequests({ status: ['failed'] }),
  getForecasts: (client) => client.listForecasts({ forecasts: ['fails'] }),
  getForecastsForProject: (client) => client.listForecasts({ projectId: 'shop' }),
  getForecastForChangeRequest: (client) => client.getForecast({ projectId: 'shop', id: 7 }),
  previewSchedule: (client) =>
    client.previewSchedule({ projectId: 'shop', edits: [{ withdraw: 7 }] }),
  getCleanup: (client) => client.getCleanup({ features: ['sale'] }),
  getCleanupForProject: (client) => client.getCleanup({ projectId: 'shop' }),
  getScheduledChangeRequest: (client) => client.getScheduledChangeRequest('shop', 7),
  recordScheduledChangeRequest: (client) => client.recordScheduledChangeRequest(CHANGE_REQUEST),
  recordScheduledChangeRequests: (client) =>
    client.recordScheduledChangeRequests('shop', [CHANGE_REQUEST]),
  withdrawScheduledChangeRequest: (client) => client.withdrawScheduledChangeRequest('shop', 7),
  getAllStrategies: (client) => client.getAllStrategies(),
  getStrategy: (client) => client.getStrategy('byCountry'),
  createStrategy: (client) => client.createStrategy({ name: 'byCountry', parameters: [] }),
  updateStrategy: (client) => client.updateStrategy('byCountry', { parameters: [] }),
  deprecateStrategy: (client) => client.deprecateStrategy('byCountry'),
  reactivateStrategy: (client) => client.reactivateStrategy('byCountry'),
  removeStrategy: (client) => client.removeStrategy('byCountry'),
  getStrategyImpact: (client) => client.getStrategyImpact('byCountry'),
  getProjectImpact: (client) => client.getProjectImpact('shop', [{ feature: 'checkout' }]),
  getImpact: (client) => client.getImpact([{ feature: 'checkout' }]),
  getProjects: (client) => client.getProjects(),
  createProject: (client) => client.createProject({ id: 'shop', name: 'Shop' }),
  updateProjectCoverage: (client) => client.updateProjectCoverage('shop', { kind: 'live' }),
  deleteProject: (client) => client.deleteProject('shop'),
  getEvents: (client) => client.getEvents(),
  getMe: (client) => client.getMe(),
  syncProject: (client) => client.syncProject('shop'),
  createWebhook: (client) => client.createWebhook({ url: 'https://hooks.example.com/' }),
  getWebhooks: (client) => client.getWebhooks(),
  deleteWebhook: (client) => client.deleteWebhook('7'),
  testWebhook: (client) => client.testWebhook('7'),
  getWebhookDeliveries: (client) => client.getWebhookDeliveries('7'),
};

/** Operations that are never retried while their outcome is unknown. */
export const SENT_ONCE: readonly (keyof typeof OPERATIONS)[] = [
  'withdrawScheduledChangeRequest',
  'createStrategy',
  'removeStrategy',
  'createProject',
  'updateProjectCoverage',
  'deleteProject',
  'createWebhook',
  'deleteWebhook',
  'testWebhook',
];
