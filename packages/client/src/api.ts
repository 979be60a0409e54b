/**
 * The types of the API, as the schemas that check requests and responses infer them. A package that was built has them
 * written out: `tools/write-client-types.ts`.
 */
import type {
  eventQuerySchemaWith,
  guardSchema,
  listingQuerySchema,
} from '@forewarn/http/capability';
import type * as wire from '@forewarn/wire';
import type { z } from 'zod';

export type GetScheduledChangeRequestsQuery = z.output<typeof wire.searchSchema>;
export type ChangeRequestScheduledResultSchema = z.output<typeof wire.summarySchema>;
export type GetChangeRequestsQuery = Partial<z.output<typeof listingQuerySchema>>;
export type RecordScheduledChangeRequestSchema = z.input<typeof wire.scheduledBodySchema>;
export type RecordedCountsSchema = z.output<typeof wire.countsSchema>;
export type ScheduledChangeRequestSchema = z.output<typeof wire.scheduledResponseSchema>;

export type ImpactTargetSchema = wire.TargetBody;
export type ImpactSchema = z.output<typeof wire.impactSchema>;
export type StrategyImpactSchema = z.output<typeof wire.strategyImpactSchema>;
export type TargetImpactSchema = ImpactSchema['impacts'][number];
export type ImpactedChangeRequestSchema = TargetImpactSchema['changeRequests'][number];
export type ImpactDoubtSchema = TargetImpactSchema['doubts'][number];
export type ImpactConsequenceSchema = NonNullable<
  ImpactedChangeRequestSchema['touches'][number]['consequence']
>;

export type CreateStrategySchema = z.input<typeof wire.newStrategySchema>;
export type UpdateStrategySchema = Pick<CreateStrategySchema, 'parameters'> &
  Partial<Omit<CreateStrategySchema, 'deprecated'>>;
export type RemoveStrategyQuery = z.output<typeof guardSchema>;
export type StrategySchema = z.output<typeof wire.definitionSchema>;
export type StrategiesSchema = z.output<typeof wire.definitionsSchema>;

export type CreateProjectSchema = z.input<typeof wire.projectSchema>;
export type UpdateProjectCoverageSchema = z.input<typeof wire.projectCoverageSchema>;
export type ProjectSchema = z.output<typeof wire.projectResponseSchema>;
export type ProjectsSchema = z.output<typeof wire.projectsSchema>;

export type GetEventsQuery = Partial<z.output<ReturnType<typeof eventQuerySchemaWith>>>;
export type EventsSchema = z.output<ReturnType<typeof wire.eventsSchemaWith>>;
export type MeSchema = z.output<typeof wire.meSchema>;
export type ErrorSchema = z.output<typeof wire.errorSchema>;
