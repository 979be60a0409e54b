import type { Project } from '@forewarn/core';
import { z } from 'zod';

const projectWithId = (id: string): z.ZodType<Project> =>
  z.object({ id: z.string(), name: z.string() }).meta({ id });

/** A project as Unleash lists it. Its other fields are not kept. */
export const projectSchema = projectWithId('createProjectSchema');

/** A project as it is returned. */
export const projectResponseSchema = projectWithId('projectSchema');

/** A list of projects. */
export const projectsSchema = z
  .object({
    version: z.literal(1),
    projects: z.array(projectResponseSchema),
  })
  .meta({ id: 'projectsSchema' });
