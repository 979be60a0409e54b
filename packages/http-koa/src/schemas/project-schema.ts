import type { Project } from '@forewarn/core';
import { z } from 'zod';

/** A project, as Unleash lists it. What else it tells is not kept. */
export const projectSchema: z.ZodType<Project> = z.object({ id: z.string(), name: z.string() });

/** A list of projects, as it is answered. */
export const projectsSchema = z.object({
  version: z.literal(1),
  projects: z.array(projectSchema),
});
