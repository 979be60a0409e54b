import type {
  ChangeStrategy,
  DeleteProject,
  DeleteStrategy,
  FindScheduledChangeRequest,
  FindStrategy,
  Identify,
  ListEvents,
  ListProjects,
  ListStrategies,
  RecordScheduledChangeRequest,
  RecordScheduledChangeRequests,
  RegisterProject,
  RegisterStrategy,
  SearchScheduledChangeRequests,
  WithdrawScheduledChangeRequest,
} from '@forewarn/core';

/** The use cases that the router serves. What is absent is not served: its route answers nothing. */
export interface AdminUseCases<Credentials> {
  readonly searchScheduledChangeRequests: SearchScheduledChangeRequests<Credentials>;
  readonly deleteStrategy: DeleteStrategy<Credentials>;
  /** Turns strangers away before a body is read. Without it they learn what is wrong with their body. */
  readonly identify?: Identify<Credentials>;
  readonly findScheduledChangeRequest?: FindScheduledChangeRequest<Credentials>;
  readonly recordScheduledChangeRequest?: RecordScheduledChangeRequest<Credentials>;
  readonly recordScheduledChangeRequests?: RecordScheduledChangeRequests<Credentials>;
  readonly withdrawScheduledChangeRequest?: WithdrawScheduledChangeRequest<Credentials>;
  readonly listStrategies?: ListStrategies<Credentials>;
  readonly findStrategy?: FindStrategy<Credentials>;
  readonly registerStrategy?: RegisterStrategy<Credentials>;
  readonly changeStrategy?: ChangeStrategy<Credentials>;
  readonly listProjects?: ListProjects<Credentials>;
  readonly registerProject?: RegisterProject<Credentials>;
  readonly deleteProject?: DeleteProject<Credentials>;
  readonly listEvents?: ListEvents<Credentials>;
}
