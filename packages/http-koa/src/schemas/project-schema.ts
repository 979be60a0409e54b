import type { Project } from '@forewarn/core';
import { z } from 'zod';

/** A project, as Unleash lists it. What else it tells is not kept. */
export const projectSchema: z.ZodType<Project> = z.object({ id: z.string(), name: z.string() });
