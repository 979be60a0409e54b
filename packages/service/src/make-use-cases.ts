import {
  type Authorizer,
  makeChangeStrategy,
  makeDeleteProject,
  makeDeleteStrategy,
  makeFindScheduledChangeRequest,
  makeFindStrategy,
  makeIdentify,
  makeListEvents,
  makeListProjects,
  makeListStrategies,
  makeRecordScheduledChangeRequest,
  makeRecordScheduledChangeRequests,
  makeRegisterProject,
  makeRegisterStrategy,
  makeSearchScheduledChangeRequests,
  makeWithdrawScheduledChangeRequest,
  type Store,
} from '@forewarn/core';
import type { AdminUseCases } from '@forewarn/http-koa';

/** Makes every use case that the service serves. */
export function makeUseCases<Credentials>(
  authorizer: Authorizer<Credentials>,
  { scheduledChangeRequests, recorder, strategies, projects, events }: Store,
): Required<AdminUseCases<Credentials>> {
  return {
    identify: makeIdentify({ authorizer }),
    searchScheduledChangeRequests: makeSearchScheduledChangeRequests({
      authorizer,
      scheduledChangeRequests,
    }),
    findScheduledChangeRequest: makeFindScheduledChangeRequest({ authorizer, recorder }),
    recordScheduledChangeRequest: makeRecordScheduledChangeRequest({ authorizer, recorder }),
    recordScheduledChangeRequests: makeRecordScheduledChangeRequests({ authorizer, recorder }),
    withdrawScheduledChangeRequest: makeWithdrawScheduledChangeRequest({ authorizer, recorder }),
    listStrategies: makeListStrategies({ authorizer, strategies }),
    findStrategy: makeFindStrategy({ authorizer, strategies }),
    registerStrategy: makeRegisterStrategy({ authorizer, strategies }),
    changeStrategy: makeChangeStrategy({ authorizer, strategies }),
    deleteStrategy: makeDeleteStrategy({ authorizer, strategies }),
    listProjects: makeListProjects({ authorizer, projects }),
    registerProject: makeRegisterProject({ authorizer, projects }),
    deleteProject: makeDeleteProject({ authorizer, projects }),
    listEvents: makeListEvents({ authorizer, events }),
  };
}
