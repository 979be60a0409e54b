import type { Coverage } from '@forewarn/core';
import type { CoveredProject, Project } from '@forewarn/record';
import { z } from 'zod';

const fields = { id: z.string(), name: z.string() };

const coverageSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('live') }),
    z.object({
      kind: z.literal('as-of'),
      asOf: z.iso.datetime({ error: 'expected a time in UTC, ISO 8601' }),
      source: z.enum(['import', 'sync']),
    }),
    z.object({ kind: z.literal('none') }),
  ])
  .meta({
    id: 'coverageSchema',
    description:
      'How current the data is: live, as of the time of an import or a sync, or none if no import or sync listed all change requests.',
  }) satisfies z.ZodType<Coverage>;

/** A project as clients create it. */
export const projectSchema: z.ZodType<Project, Project> = z
  .object(fields)
  .meta({ id: 'createProjectSchema' });

export const projectResponseSchema: z.ZodType<Project> = z
  .object(fields)
  .meta({ id: 'projectSchema' });

/** A project as Unleash or an export lists it. Its other fields are not kept. */
export const listedProjectSchema = z.object({
  ...fields,
  coverage: coverageSchema.exactOptional(),
});

/** What an environment of a feature says of its strategies. What is not understood is absent. */
export const featureEnvironmentSchema = z.object({
  hasStrategies: z.boolean().optional().catch(undefined),
  strategies: z
    .array(z.object({ name: z.string() }))
    .optional()
    .catch(undefined),
});

const seenAt = z.iso.datetime({ offset: true }).nullish().catch(undefined);

/** A feature as Unleash exports it, or as its search lists it. Its other fields are not kept. What is not understood is absent. */
export const exportedFeatureSchema = z.object({
  name: z.string(),
  project: z.string(),
  stale: z.boolean().optional().catch(undefined),
  archived: z.boolean().nullish().catch(undefined),
  archivedAt: z.string().nullish().catch(undefined),
  lifecycle: z.object({ stage: z.string() }).nullish().catch(undefined),
  lastSeenAt: seenAt,
  environments: z
    .array(featureEnvironmentSchema.extend({ lastSeenAt: seenAt }))
    .optional()
    .catch(undefined),
  dependencyType: z.string().nullish().catch(undefined),
});

/** The features that a feature depends on, as Unleash exports them. */
export const exportedDependencySchema = z.object({
  feature: z.string(),
  dependencies: z.array(z.object({ feature: z.string() })),
});

/** The coverage that an administrator can give to a project. */
export const projectCoverageSchema = z
  .object({ kind: z.literal('live') })
  .meta({ id: 'updateProjectCoverageSchema' });

/** A project with how current its data is. */
export const coveredProjectSchema: z.ZodType<CoveredProject> = z
  .object({ ...fields, coverage: coverageSchema })
  .meta({ id: 'coveredProjectSchema' });

export const projectsSchema = z
  .object({ version: z.literal(1), projects: z.array(coveredProjectSchema) })
  .meta({ id: 'projectsSchema' });
