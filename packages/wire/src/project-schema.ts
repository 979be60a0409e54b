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
export const projectSchema: z.ZodType<Project> = z
  .object(fields)
  .meta({ id: 'createProjectSchema' });

/** A project as it was created. */
export const projectResponseSchema: z.ZodType<Project> = z
  .object(fields)
  .meta({ id: 'projectSchema' });

/** A project as Unleash or an export lists it. Its other fields are not kept. */
export const listedProjectSchema = z.object({
  ...fields,
  coverage: coverageSchema.exactOptional(),
});

/** A feature as Unleash exports it. Its other fields are not kept. */
export const exportedFeatureSchema = z.object({ name: z.string(), project: z.string() });

/** The coverage that an administrator can give to a project. */
export const projectCoverageSchema = z
  .object({ kind: z.literal('live') })
  .meta({ id: 'updateProjectCoverageSchema' });

/** A project with how current its data is. */
export const coveredProjectSchema: z.ZodType<CoveredProject> = z
  .object({ ...fields, coverage: coverageSchema })
  .meta({ id: 'coveredProjectSchema' });

/** A list of projects. */
export const projectsSchema = z
  .object({ version: z.literal(1), projects: z.array(coveredProjectSchema) })
  .meta({ id: 'projectsSchema' });
