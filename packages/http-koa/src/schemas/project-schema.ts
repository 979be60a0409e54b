import type { Project } from '@forewarn/core';
import { z } from 'zod';

const projectWithId = (id: string): z.ZodType<Project> =>
  z.object({ id: z.string(), name: z.string() }).meta({ id });

/** A project as Unleash lists it. Its other fields are not kept. */
export const projectSchema = projectWithId('createProjectSchema');

/** A project as it is returned. */
export const projectAnswerSchema = projectWithId('projectSchema');

/** A list of projects, as it is answered. */
export const projectsSchema = z
  .object({
    version: z.literal(1),
    projects: z.array(projectAnswerSchema),
  })
  .meta({ id: 'projectsSchema' });
