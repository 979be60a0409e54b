import type { AdminUseCases } from '@forewarn/http';
import type { Tracer } from '@opentelemetry/api';
import type { ServiceCredentials } from '../http/service-credentials.ts';
import { tracedUseCase, type UseCase } from './telemetry.ts';

type Cases = AdminUseCases<ServiceCredentials>;

/** A new use case, optional or not, does not compile until it is named. */
type EachCase = { readonly [Name in keyof Required<Cases>]: Cases[Name] };

/** Wraps each use case in a span with its name. Returns them unchanged without a tracer. */
export function tracedUseCases(useCases: Cases, tracer: Tracer | undefined): Cases {
  if (tracer === undefined) return useCases;
  const traced = <Case extends UseCase | undefined>(name: keyof Cases, useCase: Case): Case =>
    useCase && tracedUseCase(name, useCase, tracer);
  const all: EachCase = {
    admit: traced('admit', useCases.admit),
    getCaller: traced('getCaller', useCases.getCaller),
    searchScheduledChangeRequests: traced(
      'searchScheduledChangeRequests',
      useCases.searchScheduledChangeRequests,
    ),
    listChangeRequests: traced('listChangeRequests', useCases.listChangeRequests),
    listAllChangeRequests: traced('listAllChangeRequests', useCases.listAllChangeRequests),
    readCalendar: traced('readCalendar', useCases.readCalendar),
    getProjectImpact: traced('getProjectImpact', useCases.getProjectImpact),
    getImpact: traced('getImpact', useCases.getImpact),
    findScheduledChangeRequest: traced(
      'findScheduledChangeRequest',
      useCases.findScheduledChangeRequest,
    ),
    recordScheduledChangeRequest: traced(
      'recordScheduledChangeRequest',
      useCases.recordScheduledChangeRequest,
    ),
    recordScheduledChangeRequests: traced(
      'recordScheduledChangeRequests',
      useCases.recordScheduledChangeRequests,
    ),
    withdrawScheduledChangeRequest: traced(
      'withdrawScheduledChangeRequest',
      useCases.withdrawScheduledChangeRequest,
    ),
    listStrategies: traced('listStrategies', useCases.listStrategies),
    findStrategy: traced('findStrategy', useCases.findStrategy),
    registerStrategy: traced('registerStrategy', useCases.registerStrategy),
    changeStrategy: traced('changeStrategy', useCases.changeStrategy),
    getStrategyImpact: traced('getStrategyImpact', useCases.getStrategyImpact),
    deleteStrategy: traced('deleteStrategy', useCases.deleteStrategy),
    guardedDeleteStrategy: traced('guardedDeleteStrategy', useCases.guardedDeleteStrategy),
    listProjects: traced('listProjects', useCases.listProjects),
    registerProject: traced('registerProject', useCases.registerProject),
    declareProjectLive: traced('declareProjectLive', useCases.declareProjectLive),
    deleteProject: traced('deleteProject', useCases.deleteProject),
    listEvents: traced('listEvents', useCases.listEvents),
  };
  // The router serves no route of an undefined one.
  return all as Cases;
}
