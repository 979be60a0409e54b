import type { Permission, Scope } from '@forewarn/core';
import { RECORDED_EVENT_TYPES } from '@forewarn/record';
import { expect } from 'vitest';
import { changingCheckout, CHECKOUT, NOTHING } from '../../impact/test/samples.ts';
import type { ForecastUseCases } from '../../forecast/src/index.ts';
import type { UseCases } from '../src/make-use-cases.ts';

const PAGE = { limit: 10, maxBytes: 1_000 };
const EVENTS_OF_SHOP = { limit: 10, before: 7, type: 'project-created', project: 'shop' } as const;

const changeRequest = changingCheckout();
const inStaging = { ...changeRequest, id: 2, environment: 'staging' };
const project = { id: 'shop', name: 'Shop' };
const definition = { name: 'region', parameters: [], deprecated: false, editable: true };
const change = { kind: 'deprecate' } as const;
const coverage = { kind: 'live' } as const;
const coverages = [coverage];
const key = { projectId: 'shop', id: 1 };
const projects = [{ projectId: 'shop', coverage }];

/** What each port call returns. */
export const RESULTS = {
  'reader.search': { coverage, changeRequests: [{ id: 2, environment: 'production' }] },
  'reader.list': { projects, changeRequests: [], hasMore: false },
  'reader.impact': { projects, hasOtherProjects: false, targets: [NOTHING] },
  'forecasts.forecast': { projects, coverages, candidates: [], scheduled: [changeRequest] },
  'reader.find': changeRequest,
  'writer.put': 'replaced',
  'writer.putAll': ['created', 'unchanged'],
  'writer.remove': undefined,
  'strategies.register': undefined,
  'strategies.list': [definition],
  'strategies.find': definition,
  'strategies.findUse': { definition, projects, touching: [], doubtful: [] },
  'strategies.change': undefined,
  'strategies.delete': undefined,
  'strategies.deleteIf': undefined,
  'projects.register': undefined,
  'projects.declareLive': undefined,
  'projects.delete': undefined,
  'projects.list': [{ ...project, coverage }],
  'events.list': { events: [], hasMore: true },
} as const;

/** What a use case needs, and what it does. */
export interface Row {
  readonly command: object;
  /** Undefined where authentication is enough. */
  readonly permission: Permission | undefined;
  /** The scopes in which the permission is needed. */
  readonly scopes: readonly Scope[];
  /** The port calls, without their options. */
  readonly calls: readonly (readonly [port: string, ...args: readonly unknown[]])[];
  /** What the use case returns; absent where it makes something of what the port returned. */
  readonly value?: unknown;
  /** Whether it then asks which of the projects the caller may read. */
  readonly isFiltered?: true;
  /** Whether its reads are long: a store lets their callers take turns. */
  readonly isLongRead?: true;
  /** The command with an impossible name, which reaches no store, and what it returns. */
  readonly withName?: (name: string) => readonly [command: object, error: object];
}

const inShop = { projectId: 'shop' };
const anywhere = {};

const ofProject = {
  command: inShop,
  scopes: [inShop],
  withName: (projectId: string) => [{ projectId }, { type: 'ProjectNotFound', projectId }] as const,
};
const ofStrategy = {
  command: { name: 'region' },
  scopes: [anywhere],
  withName: (name: string) => [{ name }, { type: 'StrategyNotFound', name }] as const,
};
const ofChangeRequest = {
  command: key,
  scopes: [inShop],
  withName: (projectId: string) =>
    [{ projectId }, { type: 'ChangeRequestNotFound', projectId, id: 1 }] as const,
};
const READ = 'PROJECT_CHANGE_REQUEST_READ';
const WRITE = 'PROJECT_CHANGE_REQUEST_WRITE';
const LISTED = { ...PAGE, projectIds: ['shop'] };
const ASKED = { asked: [CHECKOUT], projectIds: ['shop'] };
const ASKED_OF_REGION = {
  asked: [{ target: { kind: 'strategyDefinition', name: 'region' } }],
  projectIds: ['shop'],
};
const forecastCalls = (query: object): Row['calls'] => [
  ['projects.list'],
  ['forecasts.forecast', { projectIds: ['shop'], now: expect.any(Number), ...query }],
];

/** Each use case: a command, the permission that it needs and where, and its port calls. */
export const TABLE: {
  readonly [Name in Exclude<keyof (UseCases<string> & ForecastUseCases<string>), 'admit'>]-?: Row;
} = {
  getCaller: { command: {}, permission: undefined, scopes: [], calls: [['projects.list']] },
  searchScheduledChangeRequests: {
    ...ofProject,
    command: { projectId: 'shop', anyOf: [CHECKOUT.target] },
    permission: READ,
    calls: [['reader.search', { projectId: 'shop', anyOf: [CHECKOUT.target] }]],
    value: RESULTS['reader.search'],
    isLongRead: true,
  },
  listChangeRequests: {
    ...ofProject,
    command: { projectId: 'shop', ...PAGE },
    permission: READ,
    calls: [['reader.list', LISTED]],
    value: RESULTS['reader.list'],
    isLongRead: true,
  },
  listAllChangeRequests: {
    command: PAGE,
    permission: undefined,
    scopes: [],
    isFiltered: true,
    calls: [['projects.list'], ['reader.list', LISTED]],
    isLongRead: true,
  },
  readCalendar: {
    ...ofProject,
    permission: 'READ_CALENDAR',
    calls: [['reader.list', expect.anything()]],
    isLongRead: true,
  },
  getProjectImpact: {
    ...ofProject,
    command: { projectId: 'shop', questions: [CHECKOUT] },
    permission: READ,
    calls: [['reader.impact', { ...ASKED, ignoresOtherProjects: true }]],
    isLongRead: true,
  },
  getImpact: {
    command: { questions: [CHECKOUT] },
    permission: undefined,
    scopes: [],
    isFiltered: true,
    calls: [['projects.list'], ['reader.impact', ASKED]],
    isLongRead: true,
  },
  getForecasts: {
    command: { limit: 10 },
    permission: undefined,
    scopes: [],
    isFiltered: true,
    calls: forecastCalls({ limit: 50 }),
    isLongRead: true,
  },
  getProjectForecasts: {
    ...ofProject,
    command: { projectId: 'shop', limit: 10 },
    permission: READ,
    calls: forecastCalls({ limit: 50 }),
    isLongRead: true,
  },
  getForecast: {
    ...ofChangeRequest,
    permission: READ,
    calls: forecastCalls({ only: key, limit: 1, withVictims: true }),
    isLongRead: true,
  },
  findScheduledChangeRequest: {
    ...ofChangeRequest,
    permission: READ,
    calls: [['reader.find', key]],
    value: changeRequest,
  },
  recordScheduledChangeRequest: {
    command: { changeRequest },
    permission: WRITE,
    scopes: [{ projectId: 'shop', environment: 'production' }],
    calls: [['writer.put', changeRequest, 'alice']],
    value: RESULTS['writer.put'],
  },
  recordScheduledChangeRequests: {
    command: {
      projectId: 'shop',
      changeRequests: [changeRequest, inStaging, { ...changeRequest, id: 3 }],
    },
    permission: WRITE,
    scopes: [
      { projectId: 'shop', environment: 'production' },
      { projectId: 'shop', environment: 'staging' },
    ],
    calls: [['writer.putAll', [changeRequest, inStaging, { ...changeRequest, id: 3 }], 'alice']],
    value: RESULTS['writer.putAll'],
  },
  withdrawScheduledChangeRequest: {
    ...ofChangeRequest,
    permission: WRITE,
    // The environment is that of the stored change request.
    scopes: [inShop, { projectId: 'shop', environment: 'production' }],
    calls: [
      ['reader.find', key],
      ['writer.remove', key, 'alice'],
    ],
  },
  listStrategies: {
    command: {},
    permission: undefined,
    scopes: [],
    calls: [['strategies.list']],
    value: RESULTS['strategies.list'],
  },
  findStrategy: {
    ...ofStrategy,
    permission: undefined,
    scopes: [],
    calls: [['strategies.find', 'region']],
    value: definition,
  },
  registerStrategy: {
    command: { definition },
    permission: 'CREATE_STRATEGY',
    scopes: [anywhere],
    calls: [['strategies.list'], ['strategies.register', definition, 'alice']],
  },
  changeStrategy: {
    ...ofStrategy,
    command: { name: 'region', change },
    permission: 'UPDATE_STRATEGY',
    calls: [['strategies.change', 'region', change, 'alice']],
  },
  getStrategyImpact: {
    ...ofStrategy,
    permission: 'DELETE_STRATEGY',
    isFiltered: true,
    calls: [
      ['strategies.findUse', 'region'],
      ['reader.impact', ASKED_OF_REGION],
    ],
    isLongRead: true,
  },
  deleteStrategy: {
    ...ofStrategy,
    permission: 'DELETE_STRATEGY',
    calls: [['strategies.delete', 'region', 'alice']],
  },
  guardedDeleteStrategy: {
    ...ofStrategy,
    permission: 'DELETE_STRATEGY',
    calls: [
      ['strategies.findUse', 'region'],
      ['strategies.deleteIf', 'region', 'alice', expect.any(Function)],
    ],
  },
  listProjects: {
    command: {},
    permission: undefined,
    scopes: [],
    isFiltered: true,
    calls: [['projects.list']],
    value: RESULTS['projects.list'],
  },
  registerProject: {
    command: { project },
    permission: 'ADMIN',
    // No project: it does not exist yet.
    scopes: [anywhere],
    calls: [['projects.register', project, 'alice']],
  },
  declareProjectLive: {
    ...ofProject,
    permission: 'ADMIN',
    calls: [['projects.declareLive', 'shop', 'alice']],
  },
  deleteProject: {
    ...ofProject,
    permission: 'ADMIN',
    calls: [['projects.delete', 'shop', 'alice']],
  },
  listEvents: {
    command: EVENTS_OF_SHOP,
    permission: 'ADMIN',
    scopes: [inShop],
    calls: [['events.list', { ...EVENTS_OF_SHOP, types: RECORDED_EVENT_TYPES }]],
    value: RESULTS['events.list'],
  },
};
